// Transposition that swaps the coordinates inside the tile, but writes the tile back to where it came from.
//
// Found: with more than one tile, tiles off the diagonal end up in the wrong place.
//
//% verdict: refuted

//@ requires blockDim.x == TILE && blockDim.y == TILE;
//@ requires width == TILE * gridDim.x && height == TILE * gridDim.y;
//@ requires \length(in) == width * height && \length(out) == width * height;
//@ ensures \forall r, c. 0 <= r < height && 0 <= c < width -> out[c * height + r] == in[r * width + c];
//~^ error: ensures
template <int TILE>
__global__ void transposePadded(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.x * TILE + threadIdx.x;
    y = blockIdx.y * TILE + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
    //~^ error: bounds
}
