// The left border is put where the tile's first column belongs.
//% races: racy

#define B 4

//@ requires blockDim.x == B && blockDim.y == B;
__global__ void heat(const float *in, float *out, int w, int h) {
    __shared__ float t[B + 2][B + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
    bool inside = x < w && y < h;
    t[ty][tx] = inside ? in[y * w + x] : 0.0f; //~ error: race
    if (threadIdx.x == B - 1) t[ty][1] = inside && x + 1 < w ? in[y * w + x + 1] : 0.0f; //~ error: race
    __syncthreads();
    if (!inside) return;
    out[y * w + x] = 0.5f * (t[ty][tx] + t[ty][tx + 1]);
}
