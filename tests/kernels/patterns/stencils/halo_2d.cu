// A tile with a border of one cell on each side.
//% races: race-free

#define B 8

//@ requires blockDim.x == B && blockDim.y == B;
__global__ void heat(const float *in, float *out, int w, int h) {
    __shared__ float t[B + 2][B + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
    bool inside = x < w && y < h;
    t[ty][tx] = inside ? in[y * w + x] : 0.0f;
    if (threadIdx.x == 0) t[ty][0] = inside && x > 0 ? in[y * w + x - 1] : 0.0f;
    if (threadIdx.x == B - 1) t[ty][B + 1] = inside && x + 1 < w ? in[y * w + x + 1] : 0.0f;
    if (threadIdx.y == 0) t[0][tx] = inside && y > 0 ? in[(y - 1) * w + x] : 0.0f;
    if (threadIdx.y == B - 1) t[B + 1][tx] = inside && y + 1 < h ? in[(y + 1) * w + x] : 0.0f;
    __syncthreads();
    if (!inside) return;
    out[y * w + x] = 0.25f * (t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx]);
}
