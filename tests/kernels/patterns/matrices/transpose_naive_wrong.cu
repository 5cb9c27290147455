// The row length of the result is that of the source: with more rows than columns, cells are written twice.
//% races: racy

__global__ void transposeNaive(float *odata, const float *idata, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        odata[x * width + y] = idata[y * width + x]; //~ error: race
    }
}
