// Threads beyond the width reach into the next row.
//% verdict: not-verified

__global__ void plane(int *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < h) a[y * w + x] = x; //~ error: race
}
