// The largest element of an array that the threads stride over.
//% verdict: verified
//% known: unknown -- the thread that brings an element is not found in a loop

//@ requires 0 <= n;
//@ ensures \forall k. 0 <= k < n -> in[k] <= *best;
__global__ void maximum(const int *in, int *best, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i < n -> i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant i >= n -> loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x >= n;
        //@ invariant \forall k. 0 <= k < n && k < loop_count * blockDim.x * gridDim.x -> in[k] <= *best; //~ unproved: the thread of an element
        atomicMax(best, in[i]);
    }
}
