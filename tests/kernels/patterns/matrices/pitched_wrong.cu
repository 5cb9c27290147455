// Nothing says that rows fit into their pitch.
//% races: racy

__global__ void fillPitched(int *image, int width, int height, int pitch, int value) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int *line = image + row * pitch;
        line[col] = value + col; //~ error: race
    }
}
