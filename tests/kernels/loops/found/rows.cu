// Persistent blocks: each strides over rows, with barriers in every iteration. What is done after some of them is the postcondition
// for the rows before (LOOP-53), and the number of an iteration says which blocks run it (LOOP-54).
//% verdict: verified

//@ requires 0 < rows && blockDim.x == 64 && rows * 64 <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, in[r * 64 + k], 0, 63);
__global__ void rowSums(const int *in, int *out, int rows) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = in[r * 64 + t];
        __syncthreads();
        for (int h = 32; h > 0; h >>= 1) {
            if (t < h) s[t] += s[t + h];
            __syncthreads();
        }
        if (t == 0) out[r] = s[0];
        __syncthreads();
    }
}

// In place: rows that are not done are as they were.
//@ requires 0 < rows && rows * blockDim.x <= \length(x) && \length(s) == blockDim.x;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < blockDim.x -> x[r * blockDim.x + c] == \old(x[r * blockDim.x + blockDim.x - 1 - c]);
__global__ void reversed(float *x, int rows) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = x[r * blockDim.x + t];
        __syncthreads();
        x[r * blockDim.x + t] = s[blockDim.x - 1 - t];
        __syncthreads();
    }
}

// One block for all rows.
//@ requires gridDim.x == 1 && 0 < rows && rows * blockDim.x <= \length(x) && rows * blockDim.x <= \length(y) && \length(s) == blockDim.x;
//@ ensures \forall r, c. 0 <= r < rows && 0 <= c < blockDim.x -> y[r * blockDim.x + c] == x[r * blockDim.x + blockDim.x - 1 - c];
__global__ void oneBlock(const float *x, float *y, int rows) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    for (int r = 0; r < rows; r++) {
        s[t] = x[r * blockDim.x + t];
        __syncthreads();
        y[r * blockDim.x + t] = s[blockDim.x - 1 - t];
        __syncthreads();
    }
}
