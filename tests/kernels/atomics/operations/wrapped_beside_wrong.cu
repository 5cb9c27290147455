// A sum that wraps on purpose leaves the cell at no exact sum of all, in whatever order: what other sums of the array leave is not exact either.
//% verdict: not-verified

//@ requires 1 <= \length(c) && c[0] == 0 && gridDim.x == 1 && blockDim.x == 1000 && m == 7777777 && n == 100000;
//@ requires \length(c) == n * 8 && c[m % 99999] == 0;
//@ ensures c[m % 99999] >= 5; //~ error: ensures
__global__ void beside(unsigned *c, int n, int m) {
    if (threadIdx.x == 298) {
        //@ wraps;
        atomicAdd(&c[m % 99999], 4294967295u);
    }
    if (threadIdx.x == 299) atomicAdd(&c[m % 99999], 5u);
}
