// The index of the largest element of each block, by a tree that keeps elements with their indices.
//
// Proved: for every power of two as block size, no element of the block is larger than the one at the index. The first invariant says that elements
// stand beside their indices, the second that none that is gone was larger than what stands in its place.
//
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && 1 < blockDim.x && gridDim.x * blockDim.x <= \length(x) && gridDim.x <= \length(best);
//@ ensures \forall b. 0 <= b < gridDim.x -> 0 <= best[b] < blockDim.x &&
//@     \forall k. 0 <= k < blockDim.x -> x[b * blockDim.x + k] <= x[b * blockDim.x + best[b]];
__global__ void argmaxBlock(const float *x, int *best) {
    __shared__ float largest[1024];
    __shared__ int at[1024];
    int t = threadIdx.x;
    largest[t] = x[blockIdx.x * blockDim.x + t];
    at[t] = t;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        //@ invariant \forall j. 0 <= j < \max(1, 2 * h) -> 0 <= at[j] < blockDim.x && largest[j] == x[blockIdx.x * blockDim.x + at[j]];
        //@ invariant \forall k. 0 <= k < blockDim.x -> x[blockIdx.x * blockDim.x + k] <= largest[k % \max(1, 2 * h)];
        if (t < h && largest[t + h] > largest[t]) {
            largest[t] = largest[t + h];
            at[t] = at[t + h];
        }
        __syncthreads();
    }
    if (t == 0) best[blockIdx.x] = at[0];
}
