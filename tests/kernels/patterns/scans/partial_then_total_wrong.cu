// Block 0 adds up what the other blocks may not have written yet.
//% races: racy

//@ requires blockDim.x <= 256;
__global__ void total(const int *in, int *partial, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < blockDim.x; k++) sum += s[k];
        partial[blockIdx.x] = sum; //~ error: race
    }
    __syncthreads();
    if (blockIdx.x == 0 && t == 0) {
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[b];
        out[0] = all;
    }
}
