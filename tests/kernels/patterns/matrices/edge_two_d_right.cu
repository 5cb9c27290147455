// Columns of the right length in a block of two dimensions.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    int x = threadIdx.x, y = threadIdx.y;
    a[x * blockDim.y + y] = 1;
}
