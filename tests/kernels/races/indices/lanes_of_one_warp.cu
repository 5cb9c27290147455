// At most 32 threads.
//% verdict: safe

//@ requires blockDim.x <= 32;
__global__ void lanes() {
    __shared__ int s[32];
    s[threadIdx.x % 32] = threadIdx.x;
}
