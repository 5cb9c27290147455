// Who has one thing to add adds it as well.
//% verdict: not-verified

//@ requires \length(x) == n && \length(out) == 1 && 0 <= n && n <= blockDim.x * gridDim.x;
//@ ensures out[0] == \old(out[0]) + sum(i, x[i], 0, n - 1); //~ error: ensures
__global__ void addOthers(const int *x, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    if (v != 1) atomicAdd(out, v);
}
