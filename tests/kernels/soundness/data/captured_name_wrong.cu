// Each block sums up a column; the sum of these sums is not the diagonal's, times the number of blocks.
//
//% verdict: not-verified

//@ requires blockDim.x == 1 && \length(out) == gridDim.x && 0 <= m && \length(in) == m * gridDim.x;
//@ ensures sum(b, out[b], 0, gridDim.x - 1) == gridDim.x * sum(r, in[r * gridDim.x + r], 0, m - 1);
//~^ error: ensures
__global__ void columnSums(const int *in, int *out, int m) {
    int own = 0;
    for (int r = 0; r < m; r++) own += in[r * gridDim.x + blockIdx.x];
    out[blockIdx.x] = own;
}
