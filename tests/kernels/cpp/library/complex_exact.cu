// How CUDA rounds quotients of complex numbers is not in the text that stands for its header.
//% verdict: unsupported
//% options: --float exact
#include <cuComplex.h>

//@ requires \length(a) == n && n >= 0;
__global__ void quotients(cuFloatComplex *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = cuCdivf(a[i], make_cuFloatComplex(3.0f, 1.0f));
}
