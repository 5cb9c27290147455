// A plane of the matrix's width, guarded.
//% verdict: safe

__global__ void plane(int *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) a[y * w + x] = x;
}
