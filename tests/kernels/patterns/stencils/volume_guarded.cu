// A cell of a volume for each thread, ragged in all three dimensions.
//% races: race-free

#define IDX(x, y, z) (((z) * ny + (y)) * nx + (x))

__global__ void scale3d(float *vol, float f, int nx, int ny, int nz) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x >= nx || y >= ny || z >= nz) return;
    vol[IDX(x, y, z)] *= f;
}
