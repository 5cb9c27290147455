// Squares of numbers that are not negative are different.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    int i = threadIdx.x;
    a[i * i] = 1;
}
