// One number for a thread of a block of three dimensions; neighbours are read behind a barrier.
//% races: race-free

__global__ void neighbours(const float *in, float *out) {
    extern __shared__ float cells[];
    int size = blockDim.x * blockDim.y * blockDim.z;
    int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    cells[tid] = in[blockIdx.x * size + tid];
    __syncthreads();
    float right = tid + 1 < size ? cells[tid + 1] : 0.0f;
    out[blockIdx.x * size + tid] = cells[tid] + right;
}
