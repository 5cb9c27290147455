// Only one thread of a block comes to the barrier. Others read what it has written before, which the barrier would have kept apart
// if all came.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void beyondDivergence(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = n; //~ error: race
    if (threadIdx.x == 0) __syncthreads(); //~ error: barrier
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
