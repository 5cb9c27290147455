// The blocks' results are put together by a minimum.
//
// Found: a result that is smaller than an element.
//
//% verdict: refuted
#include <limits.h>

//@ requires \is_pow2(blockDim.x) && 1 <= n <= \length(x) && 1 <= \length(largest);
//@ ensures largest[0] == \max(\old(largest[0]), max_over(k, x[k], 0, n - 1)); //~ error: ensures
__global__ void gridMaximum(const int *x, int n, int *largest) {
    __shared__ int part[1024];
    int t = threadIdx.x, own = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        own = max(own, x[i]);
    part[t] = own;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) part[t] = max(part[t], part[t + half]);
        __syncthreads();
    }
    if (t == 0) atomicMin(largest, part[0]);
}
