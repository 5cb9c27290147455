// Vector addition whose stride is `blockDim.x * blockDim.x` instead of the number of threads.
//
// Found: with one thread in each of two blocks the first step leads back to elements that are done; the
// invariant about `i` is not preserved.
//
//% verdict: refuted

//@ ghost int m;
//@ requires 0 <= m && n == m * blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
//~^ error: ensures
__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //~^ error: invariant-preserved
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k];
        c[i] = a[i] + b[i]; //~ error: race
        i += blockDim.x * blockDim.x;
    }
}
