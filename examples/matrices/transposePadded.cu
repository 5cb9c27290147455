// Transposition by square tiles in shared memory, with a padded row so that columns lie in different banks.
//
// Proved: for every tile size and every launch that covers the matrix, `out` is the transposed `in`.
//
//% verdict: verified

//@ requires blockDim.x == TILE && blockDim.y == TILE;
//@ requires width == TILE * gridDim.x && height == TILE * gridDim.y;
//@ requires \length(in) == width * height && \length(out) == width * height;
//@ ensures \forall r, c. 0 <= r < height && 0 <= c < width -> out[c * height + r] == in[r * width + c];
template <int TILE>
__global__ void transposePadded(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
