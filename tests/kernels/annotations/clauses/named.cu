// CLAUSE-51: names of clauses mean nothing to the proof.
//% verdict: verified

//@ requires covered: 0 <= n <= blockDim.x * gridDim.x && n <= \length(x) && n <= \length(y);
//@ ensures doubled: \forall j. 0 <= j < n -> y[j] == 2 * x[j];
//@ ensures n: \forall j. n <= j < \length(y) -> y[j] == \old(y[j]);
__global__ void twice(const int *x, int *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ loop invariant not_negative : 0 <= i;
        int v = x[i];
        //@ assert read: v == x[i];
        y[i] = v + v;
    }
}
