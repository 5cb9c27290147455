// One lane of a warp draws places for all that have something; it tells them where the block of places begins.
//% verdict: safe
//% known: unknown -- how many bits below a lane are set is not modelled

__global__ void compact(const int *in, int *out, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int keep = in[i] > 0;
    unsigned mask = __ballot_sync(0xffffffff, keep);
    int total = 0;
    int rank = 0;
    for (int k = 0; k < 32; k++) {
        int there = (mask >> k) & 1;
        total += there;
        if (k < lane)
            rank += there;
    }
    int base = 0;
    if (lane == 0)
        base = atomicAdd(count, total);
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + rank] = in[i]; //~ unproved: places are different
}
