// The function returns without the last barrier: the second call overwrites the total that others read.
//% races: racy

__device__ float blockSum(float *buffer, float x) {
    int t = threadIdx.x;
    buffer[t] = x; //~ error: race
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) buffer[t] += buffer[t + d];
        __syncthreads();
    }
    return buffer[0];
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
