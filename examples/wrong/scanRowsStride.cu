// Every other row of a block is left out.
//
// Found: rows that no block meets are not written.
//
//% verdict: refuted

//@ requires \is_pow2(blockDim.x) && 0 < rows && rows * blockDim.x <= \length(in) && rows * blockDim.x <= \length(out);
//@ ensures \forall r, j. 0 <= r < rows && 0 <= j < blockDim.x -> out[r * blockDim.x + j] == sum(k, in[r * blockDim.x + k], 0, j); //~ error: ensures
__global__ void scanRows(const int *in, int *out, int rows) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += 2 * gridDim.x) {
        s[t] = in[r * blockDim.x + t];
        __syncthreads();
        for (int h = 1; h < blockDim.x; h *= 2) {
            int before = t >= h ? s[t - h] : 0;
            __syncthreads();
            s[t] += before;
            __syncthreads();
        }
        out[r * blockDim.x + t] = s[t];
    }
}
