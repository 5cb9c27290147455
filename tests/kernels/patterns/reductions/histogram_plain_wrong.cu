// A histogram without atomics.
//% races: racy

__global__ void histogram(const unsigned *data, unsigned *bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        bins[data[i] % 16] += 1; //~ error: race
    }
}
