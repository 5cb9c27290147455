// None of these holds of every pair.
//% verdict: not-verified

__global__ void pairs(int n) {
    int own = 2 * threadIdx.x + blockIdx.x;
    int same = threadIdx.x / 2;
    //@ barrier_invariant own < \other(own);
    //~^ error: barrier-invariant
    //@ barrier_invariant same != \other(same);
    //~^ error: barrier-invariant
    //@ barrier_invariant \other(threadIdx.x) == 0;
    //~^ error: barrier-invariant
    __syncthreads();
}
