// The smaller element is kept.
//
// Found: elements that are gone are larger than what is left.
//
//% verdict: refuted

//@ requires \is_pow2(blockDim.x) && 1 < blockDim.x && gridDim.x * blockDim.x <= \length(x) && gridDim.x <= \length(best);
//@ ensures \forall b. 0 <= b < gridDim.x -> 0 <= best[b] < blockDim.x &&
//@     \forall k. 0 <= k < blockDim.x -> x[b * blockDim.x + k] <= x[b * blockDim.x + best[b]];
//~^^ error: ensures
__global__ void argmaxBlock(const float *x, int *best) {
    __shared__ float largest[1024];
    __shared__ int at[1024];
    int t = threadIdx.x;
    largest[t] = x[blockIdx.x * blockDim.x + t];
    at[t] = t;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        //@ invariant \forall j. 0 <= j < \max(1, 2 * h) -> 0 <= at[j] < blockDim.x && largest[j] == x[blockIdx.x * blockDim.x + at[j]];
        //@ invariant \forall k. 0 <= k < blockDim.x -> x[blockIdx.x * blockDim.x + k] <= largest[k % \max(1, 2 * h)]; //~ error: invariant-preserved
        if (t < h && largest[t + h] < largest[t]) {
            largest[t] = largest[t + h];
            at[t] = at[t + h];
        }
        __syncthreads();
    }
    if (t == 0) best[blockIdx.x] = at[0];
}
