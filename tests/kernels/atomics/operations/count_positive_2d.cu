// Threads in two dimensions: each of them counts once.
//% verdict: verified

//@ ensures *total == \old(*total) + blockDim.x * blockDim.y * gridDim.x * gridDim.y;
__global__ void everybody(int *total) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 0 && y >= 0)
        atomicAdd(total, 1);
}
