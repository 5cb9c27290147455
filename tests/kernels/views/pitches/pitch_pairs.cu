// Rows of vectors a pitch apart: of each, one component is doubled.
//% verdict: verified

//@ ghost int stride;
//@ requires 0 <= width <= stride && 0 <= height && pitch == 8 * stride;
//@ requires height * stride <= \length(data);
//@ requires width <= blockDim.x * gridDim.x && height <= blockDim.y * gridDim.y;
//@ ensures \forall x, y. 0 <= x < width && 0 <= y < height ->
//@     data[y * stride + x].x == 2 * \old(data[y * stride + x].x);
__global__ void doubleFirst(float2 *data, int width, int height, size_t pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float2 *row = (float2 *)((char *)data + y * pitch);
        row[x].x = 2.0f * row[x].x;
    }
}
