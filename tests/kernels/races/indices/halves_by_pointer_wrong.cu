// The second pointer is one cell too low.
//% verdict: not-verified

//@ requires 2 <= blockDim.x <= 128;
__global__ void halves(const int *a) {
    __shared__ int s[256];
    int *low = s;
    int *high = s + blockDim.x - 1;
    low[threadIdx.x] = a[threadIdx.x + 1]; //~ error: race
    high[threadIdx.x] = low[threadIdx.x]; //~ error: race
}
