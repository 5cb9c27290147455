// The barrier is missing.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void rotate(int *a) {
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i]; //~ error: race
    a[i] = s[(threadIdx.x + 1) % blockDim.x];
}
