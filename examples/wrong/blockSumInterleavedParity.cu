// Interleaved tree sum in which every `h`-th thread adds instead of every `2 * h`-th.
//
// Found: elements are added while others read them, and beyond the block.
//
//% verdict: refuted

//@ requires \is_pow2(blockDim.x) && blockDim.x * gridDim.x <= \length(in) && gridDim.x <= \length(out);
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[b * blockDim.x + k], 0, blockDim.x - 1);
__global__ void everySecond(const int *in, int *out) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned h = 1; h < blockDim.x; h *= 2) {
        //@ invariant \is_pow2(h) && h <= blockDim.x;
        //@ invariant \forall j. 0 <= j < blockDim.x && j % h == 0 ->
        //@     s[j] == sum(k, in[blockIdx.x * blockDim.x + k], j, j + h - 1);
        if (t % h == 0) s[t] += s[t + h]; //~ error: race
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
