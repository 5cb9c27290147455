// The first lane of the segment is not always lane 0.
//% verdict: refuted

//@ requires blockDim.x == 32 && gridDim.x == 1 && 32 <= \length(a);
//@ requires width == 8 || width == 16;
//@ ensures \forall i. 0 <= i < 32 -> a[i] == \old(a[0]);
//~^ error: ensures
__global__ void of_segment(int *a, int width) {
    int x = a[threadIdx.x];
    a[threadIdx.x] = __shfl_sync(0xffffffff, x, 0, width);
}
