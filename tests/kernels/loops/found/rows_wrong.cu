// The same with mistakes.
//% verdict: not-verified

//@ requires 0 < rows && blockDim.x == 8 && rows * 8 <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == in[r * 8 + 7];
//~^ error: ensures
__global__ void everyOther(const int *in, int *out, int rows) {
    __shared__ int s[8];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += 2 * gridDim.x) {
        s[t] = in[r * 8 + t];
        __syncthreads();
        if (t == 0) out[r] = s[7];
        __syncthreads();
    }
}

//@ requires 0 < rows && blockDim.x == 8 && rows * 8 <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == in[r * 8 + 7];
//~^ error: ensures
__global__ void oneLess(const int *in, int *out, int rows) {
    __shared__ int s[8];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows - 1; r += gridDim.x) {
        s[t] = in[r * 8 + t];
        __syncthreads();
        if (t == 0) out[r] = s[7];
        __syncthreads();
    }
}

//@ requires 0 < rows && blockDim.x == 8 && rows * 8 <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == in[r * 8 + 7];
__global__ void noSecondBarrier(const int *in, int *out, int rows) {
    __shared__ int s[8];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[t] = in[r * 8 + t]; //~ error: race
        __syncthreads();
        if (t == 0) out[r] = s[7];
    }
}
