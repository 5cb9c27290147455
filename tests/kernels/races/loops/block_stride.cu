// One block covers the array in strides of its size.
//% verdict: safe

//@ requires gridDim.x == 1;
__global__ void blockStride(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = i;
}
