// Cells are handed out from the end.
//% verdict: safe

__global__ void reversed(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[n - 1 - i] = i;
}
