// The last iteration of a thread is on the first cell of the next thread's chunk.
//% verdict: not-verified

//@ requires 1 <= m;
__global__ void chunks(int *a, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k <= m; k++) a[i * m + k] = k; //~ error: race
}
