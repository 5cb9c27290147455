// What iterations raise, if at all, is bounded by their number (LOOP-55): places of different rows are apart.
//% verdict: verified

//@ requires 0 < cols && rows <= blockDim.x * gridDim.x && rows * cols <= \length(in) && rows * cols <= \length(out) && rows <= \length(len);
//@ ensures \forall r. 0 <= r < rows -> len[r] == count(k, in[r * cols + k] > 0, 0, cols - 1);
__global__ void rowCompact(const int *in, int *out, int *len, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        int n = 0;
        for (int c = 0; c < cols; c++) {
            int v = in[r * cols + c];
            if (v > 0) out[r * cols + n++] = v;
        }
        len[r] = n;
    }
}
