// The same from the end of the array.
//% verdict: safe

//@ requires gridDim.x == 1;
__global__ void blockStrideDown(int *a, int n) {
    for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= blockDim.x) a[i] = i;
}
