// A field of vectors whose rows are a number of bytes apart, as `cudaMallocPitch` gives it: rows are reached by bytes.
//% verdict: safe

//@ requires 0 <= width && 0 <= height && pitch >= 8 * width && pitch % 8 == 0;
//@ requires height * pitch <= 8 * \length(field);
__global__ void addForce(float2 *field, int width, int height, int pitch, float fx, float fy) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float2 *cell = (float2 *)((char *)field + y * pitch) + x;
        float2 value = *cell;
        value.x += fx;
        value.y += fy;
        *cell = value;
    }
}
