// Rows of the wrong length in a block of two dimensions.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    int x = threadIdx.x, y = threadIdx.y;
    a[x * blockDim.x + y] = 1; //~ error: race
}
