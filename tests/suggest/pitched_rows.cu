// Rows of a picture lie `pitch` elements apart.
//% offers: requires pitch >= blockDim.x * gridDim.x;
//% offers: requires \length(picture) >= pitch * (blockDim.y * gridDim.y);
//% offers: writes picture;
//% verdict: safe
__global__ void brighten(unsigned char *picture, int pitch, unsigned char by) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    picture[row * pitch + column] += by;
}
