// The second component is a copy of the first.
//% verdict: not-verified
#include <cuda_runtime.h>

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b);
//@ ensures \forall j. 0 <= j < n -> b[j].x == a[j].x;
//@ ensures \forall j. 0 <= j < n -> b[j].y == a[j].y; //~ error: ensures
__global__ void copyPairs(const float2 *a, float2 *b, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float2 v = a[i];
        b[i] = make_float2(v.x, v.x);
    }
}
