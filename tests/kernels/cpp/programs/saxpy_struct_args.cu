// All arguments in one struct with const members, as generated code likes it.
//% verdict: safe
#include <cuda_runtime.h>

struct SaxpyArgs {
    const float *x;
    float *y;
    const float a;
    const int n;
};

__global__ void saxpyArgs(const SaxpyArgs args) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < args.n) args.y[i] = args.a * args.x[i] + args.y[i];
}
