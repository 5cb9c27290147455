// The cell that `*(c + k)` names, and no other.
//% verdict: not-verified

//@ requires 3 <= n <= \length(c) && n <= \length(d) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> *(d + j) == *c; //~ error: ensures
__global__ void copy(const int *c, int *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = c[i];
}

//@ requires \length(c) == 4;
//@ ensures *(c + 4) == *(c + 4); //~ error: division
__global__ void outside(const int *c) {}

//@ requires \length(c) == 4;
//@ ensures *c + 1 == *(c + 1); //~ error: ensures
__global__ void sum(const int *c) {}
