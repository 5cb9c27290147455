// Each thread has two cells of its own.
//% verdict: safe

__global__ void pairs(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[2 * i] = a[2 * i + 1];
}
