// Indices count downwards without a sign, and do not wrap.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void f(int *a) {
    unsigned i = threadIdx.x;
    if (i < 10u) a[10u - 1u - i] = i;
}
