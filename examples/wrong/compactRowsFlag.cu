// Zeros are kept as well.
//
// Found: a positive element behind a zero.
//
//% verdict: refuted

//@ requires blockDim.x <= 1024 && gridDim.x * blockDim.x <= \length(x) && gridDim.x * blockDim.x <= \length(y);
//@ ensures \forall r, c. 0 <= r < gridDim.x && 0 <= c < blockDim.x && x[r * blockDim.x + c] > 0 ->
//@     y[r * blockDim.x + count(k, x[r * blockDim.x + k] > 0, 0, c - 1)] == x[r * blockDim.x + c];
//~^^ error: ensures
__global__ void compactRows(const float *x, float *y) {
    __shared__ int sums[1024];
    int t = threadIdx.x;
    float value = x[blockIdx.x * blockDim.x + t];
    int keep = value >= 0 ? 1 : 0;
    sums[t] = keep;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int before = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    if (keep) y[blockIdx.x * blockDim.x + sums[t] - 1] = value; //~ unproved: no invariants are looked for in a wrong kernel
}
