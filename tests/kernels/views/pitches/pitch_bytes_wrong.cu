// Rows of numbers at any number of bytes: a row may begin in the middle of a number.
//% verdict: refuted

//@ requires 0 <= width && 0 <= height && pitch >= 4 * width;
//@ requires height * pitch <= 4 * \length(data);
__global__ void doubleAll(float *data, int width, int height, size_t pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)data + y * pitch); //~ error: assert
        row[x] = 2.0f * row[x];
    }
}
