// Columns by threads, planes by blocks: both must lie apart.
//% offers: requires row >= blockDim.x;
//% offers: requires plane >= row * blockDim.y;
//% offers: requires \length(volume) >= plane * gridDim.x;
//% offers: writes volume;
//% verdict: safe
__global__ void fill(float *volume, int row, int plane) {
    volume[blockIdx.x * plane + threadIdx.y * row + threadIdx.x] = 1.0f;
}
