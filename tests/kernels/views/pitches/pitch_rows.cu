// Rows of numbers a pitch apart: each thread doubles one of them.
//% verdict: verified

//@ ghost int stride;
//@ requires 0 <= width <= stride && 0 <= height && pitch == 4 * stride;
//@ requires height * stride <= \length(data);
//@ requires width <= blockDim.x * gridDim.x && height <= blockDim.y * gridDim.y;
//@ ensures \forall x, y. 0 <= x < width && 0 <= y < height ->
//@     data[y * stride + x] == 2 * \old(data[y * stride + x]);
__global__ void doubleAll(float *data, int width, int height, size_t pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)data + y * pitch);
        row[x] = 2.0f * row[x];
    }
}
