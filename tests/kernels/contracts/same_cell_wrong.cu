// Several threads may be asked to add to one cell; then it is not `by` more for each of them.
//% verdict: not-verified

//@ requires 0 <= i < \length(a);
//@ writes a[i .. i];
//@ ensures a[i] == \old(a[i]) + by; //~ error: ensures
__device__ void add(int *a, int i, int by) { a[i] += by; } //~ error: race

//@ requires gridDim.x == 1 && blockDim.x <= \length(a);
__global__ void all(int *a) { add(a, threadIdx.x / 2, threadIdx.x); }
