// Down from the end, by one cell less than there are threads.
//% races: racy

//@ requires gridDim.x == 1 && n >= 0;
__global__ void f(int *a, int n) {
    for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= blockDim.x - 1) a[i] = i; //~ error: race
}
