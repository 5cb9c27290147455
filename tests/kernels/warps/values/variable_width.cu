// The width of a shuffle's segments is a parameter (WARP-13).
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1 && 32 <= \length(a);
//@ requires width == 8 || width == 16;
//@ ensures \forall i. 0 <= i < 32 -> a[i] == \old(a[i / width * width]);
__global__ void of_segment(int *a, int width) {
    int x = a[threadIdx.x];
    a[threadIdx.x] = __shfl_sync(0xffffffff, x, 0, width);
}

//@ requires blockDim.x == 16 && gridDim.x == 1 && 16 <= \length(a);
//@ ensures a[0] == \old(a[1]);
__global__ void of_block(int *a) {
    int x = a[threadIdx.x];
    a[threadIdx.x] = __shfl_down_sync(0xffff, x, 1, blockDim.x);
}

// Each lane has a width of its own.
//@ requires blockDim.x == 32 && gridDim.x == 1 && 32 <= \length(a);
//@ ensures \forall i. 0 <= i < 16 -> a[i] == \old(a[i / 8 * 8]);
//@ ensures \forall i. 16 <= i < 32 -> a[i] == \old(a[16]);
__global__ void of_own_width(int *a) {
    int x = a[threadIdx.x], width = threadIdx.x < 16 ? 8 : 16;
    a[threadIdx.x] = __shfl_sync(0xffffffff, x, 0, width);
}
