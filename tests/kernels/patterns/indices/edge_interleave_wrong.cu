// Even cells, and one in three.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    int t = threadIdx.x;
    a[2 * t] = 1; //~ error: race
    a[3 * t + 1] = 2; //~ error: race
}
