// LU decomposition of a diagonal block.
//% races: race-free

#define BS 8

//@ requires blockDim.x == BS && gridDim.x == 1;
__global__ void lud_diagonal(float *m, int dim, int offset) {
    __shared__ float shadow[BS][BS];
    int base = offset * dim + offset;
    for (int i = 0; i < BS; i++) shadow[i][threadIdx.x] = m[base + i * dim + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BS - 1; i++) {
        if (threadIdx.x > i) {
            for (int j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
            shadow[threadIdx.x][i] *= shadow[i][i];
        }
        __syncthreads();
        if (threadIdx.x > i) {
            for (int j = 0; j < i + 1; j++)
                shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
        }
        __syncthreads();
    }
    if (threadIdx.x < dim) m[base + threadIdx.x] = shadow[0][threadIdx.x];
}
