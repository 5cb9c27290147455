// Transposition without tiles; ragged matrices.
//% races: race-free

__global__ void transposeNaive(float *odata, const float *idata, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        odata[x * height + y] = idata[y * width + x];
    }
}
