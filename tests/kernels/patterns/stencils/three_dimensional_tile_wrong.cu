// The tile has no third dimension, the block has.
//% races: racy

//@ requires blockDim.x == 4 && blockDim.y == 2 && blockDim.z == 2;
__global__ void tile3(const float *in, float *out, int nx, int ny) {
    __shared__ float t[2][4];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 2 + threadIdx.y;
    int z = blockIdx.z * 2 + threadIdx.z;
    bool inside = x < nx && y < ny;
    t[threadIdx.y][threadIdx.x] = inside ? in[(z * ny + y) * nx + x] : 0.0f; //~ error: race
    __syncthreads();
    float mirrored = t[1 - threadIdx.y][3 - threadIdx.x];
    if (inside) out[(z * ny + y) * nx + x] = mirrored;
}
