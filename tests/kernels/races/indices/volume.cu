// Three dimensions of one block.
//% verdict: safe

//@ requires gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
__global__ void volume(int *a) {
    a[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1;
}
