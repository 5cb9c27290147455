// What a pair of threads is: different ones, of one block, both there. `\other` sees the other's locals, coordinates and private arrays.
//% verdict: safe

__global__ void pairs(int n) {
    int own = 2 * threadIdx.x + blockIdx.x;
    int kept[2];
    kept[own % 2] = own;
    //@ barrier_invariant threadIdx.x != \other(threadIdx.x) && blockIdx.x == \other(blockIdx.x);
    //@ barrier_invariant threadIdx.x < \other(threadIdx.x) <-> own < \other(own);
    //@ barrier_invariant \other(kept[own % 2]) - kept[own % 2] == 2 * (\other(threadIdx.x) - threadIdx.x);
    __syncthreads();
    if (blockIdx.x == 0) {
        //@ barrier_invariant \other(blockIdx.x) == 0;
        __syncthreads();
    }
}
