// The corners of a cell in shared memory, each by a pointer of the thread's own.
//% verdict: verified

//@ requires blockDim.x == 64;
//@ requires 64 * gridDim.x <= \length(points) && 64 * gridDim.x <= \length(out);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < 64 ->
//@     out[64 * b + t] == points[64 * b + t].x + points[64 * b + (t + 1) % 64].y;
__global__ void edges(const float2 *points, float *out) {
    __shared__ float2 tile[64];
    tile[threadIdx.x] = points[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    float2 *corner[2];
    corner[0] = &tile[threadIdx.x];
    corner[1] = &tile[(threadIdx.x + 1) % 64];
    out[blockIdx.x * 64 + threadIdx.x] = corner[0]->x + corner[1]->y;
}
