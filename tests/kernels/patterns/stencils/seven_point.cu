// A seven-point stencil marching through z, with the plane in shared memory.
//% races: race-free

#define TX 16
#define TY 8

//@ requires blockDim.x == TX && blockDim.y == TY && gridDim.x * TX + 2 == nx && gridDim.y * TY + 2 == ny;
__global__ void stencil3d(const float *in, float *out, int nx, int ny, int nz) {
    __shared__ float plane[TY + 2][TX + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TX + tx, y = blockIdx.y * TY + ty;
    float behind = in[y * nx + x];
    float now = in[(ny + y) * nx + x];
    for (int z = 1; z < nz - 1; z++) {
        float front = in[((z + 1) * ny + y) * nx + x];
        __syncthreads();
        plane[ty][tx] = now;
        if (tx == 1) plane[ty][0] = in[(z * ny + y) * nx + x - 1];
        if (tx == TX) plane[ty][TX + 1] = in[(z * ny + y) * nx + x + 1];
        if (ty == 1) plane[0][tx] = in[(z * ny + y - 1) * nx + x];
        if (ty == TY) plane[TY + 1][tx] = in[(z * ny + y + 1) * nx + x];
        __syncthreads();
        out[(z * ny + y) * nx + x] = front + behind + plane[ty][tx - 1] + plane[ty][tx + 1]
                                   + plane[ty - 1][tx] + plane[ty + 1][tx] - 6.0f * now;
        behind = now;
        now = front;
    }
}
