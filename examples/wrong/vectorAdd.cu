// Vector addition with a grid-stride loop that starts at the wrong element: `gridDim.x` where
// `blockDim.x` is meant.
//
// Found: with two threads in each of three blocks the threads start at 0, 1, 3, 4, 6 and 7, so
// elements 2 and 5 are never added. The invariant about `i` does not hold on entry.
//
//% verdict: refuted

//@ ghost int m;
//@ requires 0 <= m && n == m * blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
//~^ error: ensures
__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
    int i = gridDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //~^ error: invariant-entry
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k];
        c[i] = a[i] + b[i]; //~ error: race
        i += blockDim.x * gridDim.x;
    }
}
