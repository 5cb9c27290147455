// What additions and maxima in any order leave is anything.
//% verdict: not-verified

//@ requires *x == 0;
//@ ensures *x == 5 || *x == 6; //~ error: ensures
__global__ void mixed(int *x) {
    if (threadIdx.x == 0)
        atomicAdd(x, 1);
    else
        atomicMax(x, 5);
}
