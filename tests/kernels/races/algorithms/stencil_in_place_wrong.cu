// Right for one block; several blocks share cells, whatever the barriers do.
//% verdict: not-verified

__global__ void sweeps(int *a, int rounds) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        int sum = a[t] + a[t + 1] + a[t + 2]; //~ error: race
        __syncthreads();
        a[t + 1] = sum;
        __syncthreads();
    }
}
