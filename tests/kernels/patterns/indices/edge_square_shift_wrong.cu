// Squares of numbers of both signs.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x >= 4;
__global__ void f(int *a) {
    int i = (int)threadIdx.x - 2;
    a[i * i] = 1; //~ error: race
}
