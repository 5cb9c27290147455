// The same without the barrier.
//% races: racy

__global__ void neighbours(const float *in, float *out) {
    extern __shared__ float cells[];
    int size = blockDim.x * blockDim.y * blockDim.z;
    int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    cells[tid] = in[blockIdx.x * size + tid]; //~ error: race
    float right = tid + 1 < size ? cells[tid + 1] : 0.0f;
    out[blockIdx.x * size + tid] = cells[tid] + right;
}
