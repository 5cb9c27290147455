// The host launches blocks of 256, so that each has a tile of its own.
//% races: race-free

#define TILE 256

__global__ void shiftTiles(int *out, const int *in, int n) {
    __shared__ int tile[TILE + 1];
    int i = blockIdx.x * TILE + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    if (threadIdx.x == TILE - 1) tile[TILE] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x + 1];
}

void shift(int *out, const int *in, int n) {
    const int threads = TILE;
    int blocks = (n + threads - 1) / threads;
    shiftTiles<<<blocks, threads>>>(out, in, n);
}
