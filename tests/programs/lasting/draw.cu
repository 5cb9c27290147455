// A library calls the function that launches. What the variables hold then is what they may hold at any time.
//% image: race-free every-launch
//% stretched: unknown as-launched
__global__ void image(int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = x;
}

__global__ void stretched(int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = x;
}

void draw_image(int *out, int w, int h, dim3 grid, dim3 block) { image<<<grid, block>>>(out, w, h); }

void draw_stretched(int *out, int w, int h, dim3 grid, dim3 block) { stretched<<<grid, block>>>(out, w, h); }
