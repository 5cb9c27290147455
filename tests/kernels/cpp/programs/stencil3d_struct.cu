// A seven-point stencil with a grid description passed by value, and an index method.
//% verdict: safe

struct Grid3 {
    int nx, ny, nz;
    __device__ int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
    __device__ bool inside(int x, int y, int z) const {
        return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1;
    }
};

//@ requires 0 < g.nx && 0 < g.ny && 0 < g.nz;
__global__ void laplace(Grid3 g, const double *in, double *out, double c0, double c1) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= g.nx || y >= g.ny) return;
    for (int z = 0; z < g.nz; z++) {
        if (g.inside(x, y, z))
            out[g.at(x, y, z)] = c0 * in[g.at(x, y, z)] + c1 * (in[g.at(x - 1, y, z)] + in[g.at(x + 1, y, z)] +
                                                               in[g.at(x, y - 1, z)] + in[g.at(x, y + 1, z)] +
                                                               in[g.at(x, y, z - 1)] + in[g.at(x, y, z + 1)]);
    }
}
