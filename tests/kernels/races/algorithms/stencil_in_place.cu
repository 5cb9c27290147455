// Sweeps over global memory of one block, in place.
//% verdict: safe

//@ requires gridDim.x == 1;
__global__ void sweeps(int *a, int rounds) {
    int t = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        int sum = a[t] + a[t + 1] + a[t + 2];
        __syncthreads();
        a[t + 1] = sum;
        __syncthreads();
    }
}
