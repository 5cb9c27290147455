// The right end of the halo lies on a cell of the tile.
//% verdict: not-verified

//@ requires 2 <= blockDim.x <= 256;
__global__ void stencil(const int *a, int *b) {
    __shared__ int s[258];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t + 1] = a[i + 1]; //~ error: race
    if (t == 0) s[0] = a[i];
    if (t == blockDim.x - 1) s[t] = a[i + 2];
    __syncthreads();
    b[i] = s[t] + s[t + 1] + s[t + 2];
}
