// The sum of a block as a device function with barriers, used twice with one buffer.
//% races: race-free

__device__ float blockSum(float *buffer, float x) {
    int t = threadIdx.x;
    buffer[t] = x;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) buffer[t] += buffer[t + d];
        __syncthreads();
    }
    float total = buffer[0];
    __syncthreads();
    return total;
}

//@ requires blockDim.x <= 256;
__global__ void meanAndVariance(const float *in, float *out) {
    __shared__ float buffer[256];
    float x = in[blockIdx.x * blockDim.x + threadIdx.x];
    float mean = blockSum(buffer, x) / blockDim.x;
    float d = x - mean;
    float var = blockSum(buffer, d * d);
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = mean;
        out[2 * blockIdx.x + 1] = var;
    }
}
