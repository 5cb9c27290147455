// What one round reads and the next one writes is the thread's own.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void rounds(int *out, int rounds) {
    __shared__ int s[256];
    int sum = 0;
    for (int k = 0; k < rounds; k++) {
        s[threadIdx.x] = k;
        __syncthreads();
        sum += s[threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
