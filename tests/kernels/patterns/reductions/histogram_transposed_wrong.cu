// No barrier before the bins are added up.
//% races: racy

#define BINS 2

//@ requires blockDim.x == 4;
__global__ void histogram(const unsigned char *data, unsigned *partial, int n) {
    __shared__ unsigned char h[BINS * 4];
    int t = threadIdx.x;
    for (int b = 0; b < BINS; b++) h[b * 4 + t] = 0; //~ error: race
    for (int i = t; i < n; i += 4) {
        int bin = data[blockIdx.x * n + i] >> 7;
        h[bin * 4 + t] += 1; //~ error: race
    }
    if (t < BINS) {
        unsigned sum = 0;
        for (int k = 0; k < 4; k++) sum += h[t * 4 + k];
        partial[blockIdx.x * BINS + t] = sum;
    }
}
