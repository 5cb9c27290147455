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

// With invariants: rows that begin at another one, an end that changes, and a counter that is not at the end.
//@ requires 0 < rows && blockDim.x == 8 && rows * 8 <= \length(in) && rows <= \length(out);
//@ ensures \forall r. 0 <= r < rows -> out[r] == in[r * 8 + 7];
//~^ error: ensures
__global__ void beginsLater(const int *in, int *out, int rows) {
    __shared__ int s[8];
    int t = threadIdx.x;
    //@ invariant \forall j. 0 <= j < rows && j < loop_count * gridDim.x -> out[j] == in[j * 8 + 7]; //~ error: invariant-preserved
    for (int r = blockIdx.x + 1; r < rows; r += gridDim.x) {
        s[t] = in[r * 8 + t];
        __syncthreads();
        if (t == 0) out[r] = s[7];
        __syncthreads();
    }
}

//@ requires 0 < rows && blockDim.x == 8 && gridDim.x == 1 && 1 <= \length(out);
//@ ensures out[0] == rows;
//~^ error: ensures
__global__ void endChanges(int *out, int rows) {
    int lim = rows, n = 0;
    //@ invariant 0 <= n;
    for (int r = blockIdx.x; r < lim; r += gridDim.x) {
        __syncthreads();
        n++;
        if (n > 2) lim = 0;
        __syncthreads();
    }
    if (threadIdx.x == 0) out[0] = n;
}

//@ requires 0 < rows && blockDim.x == 8 && 1 <= gridDim.x && gridDim.x <= \length(out);
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] >= rows;
//~^ error: ensures
__global__ void behindTheLoop(int *out, int rows) {
    int r;
    //@ invariant \true;
    for (r = blockIdx.x; r < rows; r += gridDim.x) __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = r - 1;
}
