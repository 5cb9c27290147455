// A part of a scan over many blocks, whose first thread writes the total.
//
//% verdict: not-verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x;
//@ requires \length(total) == gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], i / blockDim.x * blockDim.x, i);
//@ ensures \forall b. 0 <= b < gridDim.x -> total[b] == sum(k, in[k], b * blockDim.x, b * blockDim.x + blockDim.x - 1);
//~^ error: ensures
__global__ void scanParts(const int *in, int *out, int *total) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant \is_pow2(d);
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, in[blockIdx.x * blockDim.x + k], \max(0, j - d + 1), j);
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[i] = s[t];
    if (t == 0) total[blockIdx.x] = s[t];
}
