// Threads run the loop with the barrier differently often.
//% verdict: refuted

__global__ void ragged(int *data) {
    int t = threadIdx.x;
    for (int k = 0; k < t; k++) {
        //@ invariant 0 <= k <= t;
        __syncthreads(); //~ error: barrier
    }
    data[blockIdx.x * blockDim.x + t] = t;
}
