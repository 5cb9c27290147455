// Write, wait, read: with two buffers one barrier is enough.
//% races: race-free

//@ requires blockDim.x <= 128 && gridDim.x == 1;
__global__ void stages(const int *in, int *out, int n) {
    __shared__ int buf[256];
    int t = threadIdx.x;
    int phase = 0;
    for (int k = 0; k < n; k++) {
        buf[phase * 128 + t] = in[k * blockDim.x + t];
        __syncthreads();
        out[k * blockDim.x + t] = buf[phase * 128 + (t + 1) % blockDim.x];
        phase ^= 1;
    }
}
