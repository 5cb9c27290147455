// CLAUSE-52: one element less behind each pointer.
//% verdict: refuted

__device__ int taken(const int *v, int i) {
    //@ assert i < \length(v); //~ error: assert
    return v[i];
}

//@ requires \length(p) == 8 && \length(out) == blockDim.x * gridDim.x;
__global__ void last(const int *p, int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = taken(p + 4, 4);
}

//@ requires 1 <= n && 0 <= k && n + k <= \length(p) && n <= blockDim.x * gridDim.x;
__global__ void moved(int *p, int n, int k) {
    int *q = p + k;
    //@ assert n < \length(q); //~ error: assert
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) q[i] = 1;
}
