// Four steps with barriers between.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void unrolled() {
    __shared__ int s[300];
    for (int k = 0; k < 4; k++) {
        s[threadIdx.x + k] = k;
        __syncthreads();
    }
}
