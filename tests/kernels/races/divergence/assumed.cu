// A race that is taken not to be there.
//% verdict: safe
//% options: --assume race-freedom

__global__ void assumed(int *a) {
    a[0] = threadIdx.x;
}
