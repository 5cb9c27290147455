// The row pass of a separable convolution: a tile of each row with its halo in shared memory, taps in constant memory, zeros behind the image's edges.
//
// Proved: for every width that tiles fill and every height, each pixel is the sum of its seven neighbours in the row, weighted by the taps.
//
//% verdict: verified

#define RADIUS 3
#define TILE 64
__constant__ float taps[2 * RADIUS + 1];

//@ requires blockDim.x == TILE && 0 < w && w == TILE * gridDim.x && gridDim.y == h && \length(src) == w * h && \length(dst) == w * h;
//@ ensures \forall r, c. 0 <= r < h && 0 <= c < w ->
//@   dst[r * w + c] == sum(k, (0 <= c + k < w ? src[r * w + c + k] : 0.0) * taps[RADIUS + k], -RADIUS, RADIUS);
__global__ void convolutionRows(const float *src, float *dst, int w, int h) {
    __shared__ float line[TILE + 2 * RADIUS];
    int tx = threadIdx.x;
    int col = blockIdx.x * TILE + tx;
    int base = blockIdx.y * w;
    line[tx + RADIUS] = src[base + col];
    if (tx < RADIUS) {
        int left = col - RADIUS, right = col + TILE;
        line[tx] = left >= 0 ? src[base + left] : 0.0f;
        line[tx + TILE + RADIUS] = right < w ? src[base + right] : 0.0f;
    }
    __syncthreads();
    float acc = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k)
        acc += line[tx + RADIUS + k] * taps[RADIUS + k];
    dst[base + col] = acc;
}
