// Down from the end, by as many cells as there are threads.
//% races: race-free

//@ requires gridDim.x == 1 && n >= 0;
__global__ void f(int *a, int n) {
    for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= blockDim.x) a[i] = i;
}
