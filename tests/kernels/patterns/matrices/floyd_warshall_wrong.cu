// The row and the column of the pivot are read while they are written.
//% races: racy

__global__ void relaxAll(int *d, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        int via = d[i * n + k] + d[k * n + j]; //~ error: race
        if (via < d[i * n + j]) d[i * n + j] = via;
    }
}
