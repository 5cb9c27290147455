// Which function a table has at an index counts (LOOKUP-24).
//% verdict: not-verified

__device__ int up(int x) { return x + 1; }
__device__ int down(int x) { return x - 1; }

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(a) == 1;
//@ ensures a[0] == \old(a[0]) + 1; //~ error
__global__ void applied(int *a) {
    int (*const steps[2])(int) = {up, down};
    a[0] = steps[1](a[0]);
}
