// Vector addition with a grid-stride loop, annotated as in Kojima, Imanishi and Igarashi's evaluation; the loop
// needs no invariant (examples/basics/vectorAdd.cu).
//
// Proved: for every launch and every `n` that is a multiple of the number of threads, `c` is the
// sum of `a` and `b`, and no access leaves an array.
//
//% verdict: verified

//@ ghost int m;
//@ requires 0 <= m && n == m * blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k];
        c[i] = a[i] + b[i];
        i += blockDim.x * gridDim.x;
    }
}
