// The image is its own result.
//% races: racy

__global__ void blur(unsigned char *img, int w, int h) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= 1 && col < w - 1 && row < h) {
        int sum = img[row * w + col - 1] + img[row * w + col] + img[row * w + col + 1]; //~ error: race
        img[row * w + col] = (unsigned char)(sum / 3); //~ error: race
    }
}
