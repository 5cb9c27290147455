// A tile of three dimensions.
//% races: race-free

//@ requires blockDim.x == 8 && blockDim.y == 4 && blockDim.z == 4;
__global__ void tile3(const float *in, float *out, int nx, int ny) {
    __shared__ float t[4][4][8];
    int x = blockIdx.x * 8 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    int z = blockIdx.z * 4 + threadIdx.z;
    bool inside = x < nx && y < ny;
    t[threadIdx.z][threadIdx.y][threadIdx.x] = inside ? in[(z * ny + y) * nx + x] : 0.0f;
    __syncthreads();
    float mirrored = t[3 - threadIdx.z][3 - threadIdx.y][7 - threadIdx.x];
    if (inside) out[(z * ny + y) * nx + x] = mirrored;
}
