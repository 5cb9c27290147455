// Two pointers into one shared array, to halves that do not overlap.
//% verdict: safe

//@ requires blockDim.x <= 128;
__global__ void halves(int *a) {
    __shared__ int s[256];
    int *low = s;
    int *high = s + blockDim.x;
    low[threadIdx.x] = a[threadIdx.x + 1];
    high[threadIdx.x] = low[threadIdx.x];
}
