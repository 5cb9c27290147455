// A separable filter, rows: every thread loads two elements.
//% races: race-free

#define R 8
#define W 16

//@ requires blockDim.x == W && blockDim.y == 4;
__global__ void rows(const float *src, float *dst, const float *weights, int pitch) {
    __shared__ float data[4][W + 2 * R];
    int x0 = blockIdx.x * W - R;
    int y = blockIdx.y * 4 + threadIdx.y;
    for (int i = threadIdx.x; i < W + 2 * R; i += W) {
        int x = x0 + i;
        data[threadIdx.y][i] = x >= 0 && x < pitch ? src[y * pitch + x] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = -R; j <= R; j++) sum += weights[R - j] * data[threadIdx.y][threadIdx.x + R + j];
    int x = blockIdx.x * W + threadIdx.x;
    if (x < pitch) dst[y * pitch + x] = sum;
}
