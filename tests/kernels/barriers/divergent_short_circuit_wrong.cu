// A barrier behind a condition that differs between the threads of a block, hidden in a device function.
//% verdict: refuted

__device__ int waiting(int x) {
    __syncthreads(); //~ error: barrier
    return x;
}

__global__ void hidden(int *data) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    data[g] = threadIdx.x > 0 ? waiting(g) : g;
}
