// The bound decides about a barrier, and each thread has another one.
//% verdict: not-verified

//@ requires 0 <= n;
__device__ void wait(int n) {
    for (int i = 0; i < n; i++) __syncthreads(); //~ error: barrier
}

__global__ void all(int n) { wait(threadIdx.x); }
