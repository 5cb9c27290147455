// Lanes are not in lock-step: without __syncwarp nothing orders them.
//% verdict: not-verified

//@ requires blockDim.x <= 32;
__global__ void reverse(int *data) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t]; //~ error: race
    data[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
