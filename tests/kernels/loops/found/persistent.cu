// Persistent blocks whose loops inside count alike in all blocks: what a block counts in a row is one number of the launch (STMT-19), so
// trees and scans inside are found as they are in one block.
//% verdict: verified

// The way up of Blelloch's scan, two elements a thread.
//@ requires n == 2 * blockDim.x && \is_pow2(n) && 0 < rows && rows * n <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, in[r * n + k], 0, n - 1);
__global__ void upwards(const int *in, int *out, int n, int rows) {
    __shared__ int x[2048];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        x[2 * t] = in[r * n + 2 * t];
        x[2 * t + 1] = in[r * n + 2 * t + 1];
        int offset = 1;
        for (int d = n >> 1; d > 0; d >>= 1) {
            __syncthreads();
            if (t < d) x[offset * (2 * t + 2) - 1] += x[offset * (2 * t + 1) - 1];
            offset *= 2;
        }
        if (t == 0) out[r] = x[n - 1];
        __syncthreads();
    }
}

// The largest element so far.
//@ requires 0 < rows && rows * blockDim.x <= \length(in) && rows * blockDim.x <= \length(out) && \is_pow2(blockDim.x);
//@ ensures \forall r, j. 0 <= r < rows && 0 <= j < blockDim.x -> out[r * blockDim.x + j] == max_over(k, in[r * blockDim.x + k], 0, j);
__global__ void largestSoFar(const int *in, int *out, int rows) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = in[r * blockDim.x + t];
        __syncthreads();
        for (int h = 1; h < blockDim.x; h *= 2) {
            int v = s[t];
            if (t >= h) v = max(v, s[t - h]);
            __syncthreads();
            s[t] = v;
            __syncthreads();
        }
        out[r * blockDim.x + t] = s[t];
        __syncthreads();
    }
}
