// A ring of at least as many cells as threads.
//% races: race-free

//@ requires gridDim.x == 1 && m >= blockDim.x;
__global__ void f(int *a, int m) {
    int i = threadIdx.x;
    a[(i + 3) % m] = i;
}
