// Loops that put elements of shared memory together need no invariant: windows that grow are found (LOOP-53).
//% verdict: verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == max_over(k, in[b * blockDim.x + k], 0, j);
__global__ void maxScan(const int *in, int *out) {
    extern __shared__ int s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        int v = s[threadIdx.x];
        if (threadIdx.x >= d) v = max(v, s[threadIdx.x - d]);
        __syncthreads();
        s[threadIdx.x] = v;
        __syncthreads();
    }
    out[i] = s[threadIdx.x];
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], j, blockDim.x - 1);
__global__ void suffixSum(const int *in, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x, n = blockDim.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int right = t + d < n ? s[t + d] : 0;
        __syncthreads();
        s[t] += right;
        __syncthreads();
    }
    out[i] = s[t];
}

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == \length(in) && blockDim.x <= 512;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x -> out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], 0, j);
__global__ void naiveScan(const float *in, float *out) {
    __shared__ float a[512], b[512];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    a[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        b[t] = t >= d ? a[t] + a[t - d] : a[t];
        __syncthreads();
        a[t] = b[t];
        __syncthreads();
    }
    out[i] = a[t];
}

//@ requires gridDim.x == 1 && blockDim.x <= 256 && \length(in) == blockDim.x && \length(out) == blockDim.x;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == sum(k, in[k], 0, j);
__global__ void serial(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int c = 1; c < blockDim.x; c++) {
        if (t == c) s[c] += s[c - 1];
        __syncthreads();
    }
    out[t] = s[t];
}

// What is scanned are flags, of bits.
//@ requires gridDim.x == 1 && \length(s) == blockDim.x && blockDim.x <= \length(in) && blockDim.x <= \length(out) && 0 <= bit < 31;
//@ requires \forall k. 0 <= k < blockDim.x -> 0 <= in[k];
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == count(k, (in[k] >> bit & 1) != 0, 0, t);
__global__ void countBits(const int *in, int *out, int bit) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = (in[t] >> bit & 1) != 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}

//@ requires gridDim.x == 1 && \length(s) == blockDim.x && blockDim.x <= \length(in) && blockDim.x <= \length(out);
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == count(k, in[k] < pivot, 0, t);
__global__ void countBelow(const float *in, int *out, float pivot) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t] < pivot;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}
