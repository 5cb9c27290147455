// The plane is taken to be as high as it is wide.
//% verdict: refuted

//@ requires 0 <= w <= blockDim.x * gridDim.x && 0 <= h <= blockDim.y * gridDim.y && 0 <= d <= blockDim.z * gridDim.z;
//@ ensures \forall z, y, x. 0 <= z < d && 0 <= y < h && 0 <= x < w -> v[(z * h + y) * w + x] == x + y + z;
//~^ error: ensures
__global__ void volume(int *v, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d) v[(z * w + y) * w + x] = x + y + z; //~ error: race
}
