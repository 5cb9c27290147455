// Blelloch's scan of many rows without the zero at the root.
//% verdict: refuted

//@ requires n == 2 * blockDim.x && \is_pow2(n) && 0 < rows && rows * n <= \length(in) && rows * n <= \length(out);
//@ ensures \forall r, j. 0 <= r < rows && 0 <= j < n -> out[r * n + j] == sum(k, in[r * n + k], 0, j - 1); //~ error: ensures
__global__ void noZero(const int *in, int *out, int n, int rows) {
    __shared__ int x[2048];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        x[2 * t] = in[r * n + 2 * t];
        x[2 * t + 1] = in[r * n + 2 * t + 1];
        int offset = 1;
        for (int d = n >> 1; d > 0; d >>= 1) {
            __syncthreads();
            if (t < d) {
                int left = offset * (2 * t + 1) - 1;
                int right = offset * (2 * t + 2) - 1;
                x[right] += x[left];
            }
            offset *= 2;
        }
        for (int d = 1; d < n; d *= 2) {
            offset >>= 1;
            __syncthreads();
            if (t < d) {
                int left = offset * (2 * t + 1) - 1;
                int right = offset * (2 * t + 2) - 1;
                int before = x[left];
                x[left] = x[right];
                x[right] += before;
            }
        }
        __syncthreads();
        out[r * n + 2 * t] = x[2 * t];
        out[r * n + 2 * t + 1] = x[2 * t + 1];
        __syncthreads();
    }
}
