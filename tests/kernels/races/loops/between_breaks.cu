// Each thread leaves the loop by itself; its cells are its own.
//% verdict: safe

//@ requires 1 <= m;
__global__ void search(int *a, const int *b, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < m; k++) {
        if (b[i * m + k] == 0) break;
        a[i * m + k] = k;
    }
}
