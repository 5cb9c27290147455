// Who has nothing to add does not add it.
//% verdict: verified

//@ requires \length(x) == n && \length(out) == 1 && 0 <= n && out[0] == 0;
//@ ensures out[0] == count(i, x[i] == key, 0, n - 1);
__global__ void countKey(const int *x, int *out, int n, int key) {
    int c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (x[i] == key) c++;
    if (c) atomicAdd(out, c);
}

//@ requires \length(x) == n && \length(out) == 1 && 0 <= n && n <= blockDim.x * gridDim.x;
//@ ensures out[0] == \old(out[0]) + sum(i, x[i], 0, n - 1);
__global__ void addNonzero(const int *x, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    if (v != 0) atomicAdd(out, v);
}
