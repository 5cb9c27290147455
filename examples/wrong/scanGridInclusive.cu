// A scan of totals that includes the block's own.
//
//% verdict: not-verified

//@ requires gridDim.x == 1 && 0 < width && \length(in) == blockDim.x * width;
//@ requires \length(total) == blockDim.x && \length(before) == blockDim.x && \length(s) == blockDim.x;
//@ requires \forall b. 0 <= b < blockDim.x -> total[b] == sum(k, in[k], b * width, b * width + width - 1);
//@ ensures \forall b. 0 <= b < blockDim.x -> before[b] == sum(k, in[k], 0, b * width - 1);
//~^ error: ensures
__global__ void scanTotals(const int *in, const int *total, int *before, int width) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = total[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant \is_pow2(d);
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, in[k], \max(0, j - d + 1) * width, j * width + width - 1);
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    before[t] = s[t];
}
