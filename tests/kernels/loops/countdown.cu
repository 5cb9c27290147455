// A sum taken from the far end: the known part of it grows downwards.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == sum(k, in[k], 0, n - 1) + j;
__global__ void countdown(const int *in, int *out, int n) {
    int total = threadIdx.x;
    for (int k = n - 1; k >= 0; k--) {
        //@ invariant -1 <= k < n;
        //@ invariant total == threadIdx.x + sum(q, in[q], k + 1, n - 1);
        total += in[k];
    }
    out[threadIdx.x] = total;
}
