// Each thread reads what its neighbour writes.
//% verdict: not-verified

__global__ void neighbour(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        int next = a[i + 1]; //~ error: race
        a[i] = next;
    }
}
