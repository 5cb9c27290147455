// Each thread has a chunk of m cells.
//% verdict: safe

//@ requires 0 <= m;
__global__ void chunks(int *a, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < m; k++) a[i * m + k] = k;
}
