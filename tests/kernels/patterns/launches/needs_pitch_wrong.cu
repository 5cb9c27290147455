// Rows of a picture lie `pitch` elements apart, and nobody says that they do not overlap.
//% races: racy
//% suggested: pitch >= blockDim.x * gridDim.x
__global__ void invert(unsigned char *picture, int pitch) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    picture[row * pitch + column] = 255 - picture[row * pitch + column]; //~ error: race
}
