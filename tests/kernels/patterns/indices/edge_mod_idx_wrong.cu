// A ring of m cells, smaller than the block maybe.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a, int m) {
    int i = threadIdx.x;
    if (m > 0) a[i % m] = i; //~ error: race
}
