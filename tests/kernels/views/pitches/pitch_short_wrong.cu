// Rows that overlap: two threads meet in one vector.
//% verdict: refuted

//@ requires 0 <= width && 0 <= height && pitch >= 8 && pitch % 8 == 0;
__global__ void clear(float2 *field, int width, int height, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float2 *cell = (float2 *)((char *)field + y * pitch) + x;
        *cell = make_float2(0.0f, 0.0f); //~ error: race
    }
}
