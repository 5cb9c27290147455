// The tile that is loaded is the one in use.
//% races: racy

//@ requires blockDim.x <= 128 && gridDim.x == 1;
__global__ void pipeline(const float *in, float *out, int tiles) {
    __shared__ float buf[2][128];
    int t = threadIdx.x;
    float acc = 0.0f;
    buf[0][t] = in[t];
    __syncthreads();
    for (int k = 0; k < tiles; ++k) {
        if (k + 2 < tiles) buf[(k + 2) % 2][t] = in[(k + 2) * blockDim.x + t]; //~ error: race
        acc += buf[k % 2][blockDim.x - 1 - t];
        __syncthreads();
    }
    out[t] = acc;
}
