// The second cell is the next thread's first.
//% verdict: not-verified

__global__ void pairs(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[2 * i] = a[2 * i + 2]; //~ error: race
}
