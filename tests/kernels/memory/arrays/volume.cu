// Three-dimensional blocks on a three-dimensional grid, one element a thread.
//% verdict: verified

//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y && 0 <= d <= blockDim.z * gridDim.z;
//@ requires \length(v) == w * h * d;
//@ ensures \forall z, y, x. 0 <= z < d && 0 <= y < h && 0 <= x < w -> v[(z * h + y) * w + x] == x + y + z;
__global__ void volume(int *v, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d) v[(z * h + y) * w + x] = x + y + z;
}
