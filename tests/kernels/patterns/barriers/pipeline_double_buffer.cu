// The next tile is loaded into one half while the other one is used: one barrier for each tile.
//% races: race-free

//@ requires blockDim.x <= 128 && gridDim.x == 1;
__global__ void pipeline(const float *in, float *out, int tiles) {
    __shared__ float buf[2][128];
    int t = threadIdx.x;
    float acc = 0.0f;
    buf[0][t] = in[t];
    __syncthreads();
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) buf[(k + 1) % 2][t] = in[(k + 1) * blockDim.x + t];
        acc += buf[k % 2][blockDim.x - 1 - t];
        __syncthreads();
    }
    out[t] = acc;
}
