// Tree sum of each block's elements with interleaved addressing, in the two ways it is written: every `2 * h`-th thread adds
// (and warps diverge), or the first threads add at strided places. The block size is any power of two.
//
// Proved: for every grid and every such block, each block's result is the sum of its elements.
//
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && blockDim.x * gridDim.x <= \length(in) && gridDim.x <= \length(out);
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void everySecond(const int *in, int *out) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = 1; h < blockDim.x; h *= 2) {
        //@ invariant \forall j. 0 <= j < blockDim.x && j % h == 0 ->
        //@     s[j] == sum(k, in[blockIdx.x * blockDim.x + k], j, j + h - 1);
        if (t % (2 * h) == 0) s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

//@ requires \is_pow2(blockDim.x) && blockDim.x * gridDim.x <= \length(in) && gridDim.x <= \length(out);
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void strided(const int *in, int *out) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = 1; h < blockDim.x; h *= 2) {
        //@ invariant \forall j. 0 <= j < blockDim.x && j % h == 0 ->
        //@     s[j] == sum(k, in[blockIdx.x * blockDim.x + k], j, j + h - 1);
        unsigned i = 2 * h * t;
        if (i < blockDim.x) s[i] += s[i + h];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
