// The neighbour's element is read from an array that nobody writes.
//% verdict: safe

__global__ void neighbour(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) b[i] = a[i] + a[i + 1];
}
