// A local that only the threads with an element change: at the barrier behind, others still have the old value.
//% verdict: refuted

//@ requires blockDim.x <= 64;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == 2;
//~^ error: ensures
__global__ void someChange(int *out, int n) {
    __shared__ int seen[64];
    int x = 1;
    if (threadIdx.x < n) x = 2;
    seen[threadIdx.x] = x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = seen[threadIdx.x];
}
