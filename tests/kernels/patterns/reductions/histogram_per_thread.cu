// A histogram of its own for each thread; then each bin is added up by one thread.
//% races: race-free

#define BINS 16

//@ requires blockDim.x <= 64 && blockDim.x >= BINS;
__global__ void histogram(const unsigned *data, unsigned *partial, int n) {
    __shared__ unsigned h[64 * BINS];
    int t = threadIdx.x;
    for (int b = 0; b < BINS; b++) h[t * BINS + b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
        h[t * BINS + (data[i] & (BINS - 1))]++;
    }
    __syncthreads();
    if (t < BINS) {
        unsigned sum = 0;
        for (int k = 0; k < blockDim.x; k++) sum += h[k * BINS + t];
        partial[blockIdx.x * BINS + t] = sum;
    }
}
