// The tile is put back as it was read: each tile moves to its place, but its inside is not transposed.
//% verdict: refuted

#define TILE 32

//@ requires blockDim.x == blockDim.y && blockDim.x <= TILE;
//@ requires width == blockDim.x * gridDim.x && height == blockDim.y * gridDim.y;
//@ ensures \forall r, c. 0 <= r < height && 0 <= c < width -> out[c * height + r] == in[r * width + c];
//~^ error: ensures
__global__ void transpose(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    int tx = blockIdx.y * blockDim.y + threadIdx.x;
    int ty = blockIdx.x * blockDim.x + threadIdx.y;
    out[ty * height + tx] = tile[threadIdx.y][threadIdx.x];
}
