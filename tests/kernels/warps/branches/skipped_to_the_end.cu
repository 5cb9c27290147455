// Lanes that skip an operation and do nothing more are not told from lanes that return before it (WARP-10).
//% verdict: safe
//% known: unknown -- proofs know nothing of it
//% known races: unknown -- likewise

__global__ void to_the_end(const int *a, unsigned *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        o[i] = __ballot_sync(0xffffffffu, a[i] > 0);
    }
}

__global__ void out_of_the_loop(const int *a, unsigned *o, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        o[i] = __ballot_sync(0xffffffffu, a[i] > 0);
}
