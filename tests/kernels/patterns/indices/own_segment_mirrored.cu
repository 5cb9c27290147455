// A block turns its own segment of global memory around, with a barrier between reading and writing.
//% races: race-free

__global__ void mirror(int *a) {
    int base = blockIdx.x * blockDim.x;
    int x = a[base + blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    a[base + threadIdx.x] = x;
}
