// A swap through a temporary and one through an assignment that reads all fields first.
//% verdict: verified
#include <cuda_runtime.h>

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(v);
//@ ensures \forall i. 0 <= i < n -> v[i].x == \old(v[i].y) && v[i].y == \old(v[i].x);
__global__ void swapXY(int2 *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = make_int2(v[i].y, v[i].x);
}
