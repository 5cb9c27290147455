// The same with the threads next to each other.
//% races: race-free

#define BINS 8

//@ requires blockDim.x == 64;
__global__ void histogram(const unsigned char *data, unsigned *partial, int n) {
    __shared__ unsigned char h[BINS * 64];
    int t = threadIdx.x;
    for (int b = 0; b < BINS; b++) h[b * 64 + t] = 0;
    for (int i = t; i < n; i += 64) {
        int bin = data[blockIdx.x * n + i] >> 5;
        h[bin * 64 + t] += 1;
    }
    __syncthreads();
    if (t < BINS) {
        unsigned sum = 0;
        for (int k = 0; k < 64; k++) sum += h[t * 64 + k];
        partial[blockIdx.x * BINS + t] = sum;
    }
}
