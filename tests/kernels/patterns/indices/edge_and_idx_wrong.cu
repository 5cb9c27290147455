// The low three bits of a thread.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    a[threadIdx.x & 7] = threadIdx.x; //~ error: race
}
