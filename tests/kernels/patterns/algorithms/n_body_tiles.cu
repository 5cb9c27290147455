// All pairs of bodies, tile by tile.
//% races: race-free

//@ requires blockDim.x <= 256 && n == gridDim.x * blockDim.x;
__global__ void forces(const float *x, const float *m, float *f, int n) {
    extern __shared__ float pos[];
    __shared__ float mass[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = x[i];
    float acc = 0.0f;
    for (int tile = 0; tile < gridDim.x; tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        pos[threadIdx.x] = x[idx];
        mass[threadIdx.x] = m[idx];
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            float d = pos[k] - mine;
            acc += mass[k] * d;
        }
        __syncthreads();
    }
    f[i] = acc;
}
