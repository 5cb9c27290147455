// The leader writes again while the others still read.
//% verdict: not-verified

//@ requires gridDim.x == 1;
__global__ void leader(int *a, const int *b, int n) {
    __shared__ int v;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) v = b[k]; //~ error: race
        __syncthreads();
        a[k * blockDim.x + threadIdx.x] = v;
    }
}
