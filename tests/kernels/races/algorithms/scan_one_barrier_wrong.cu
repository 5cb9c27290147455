// Reading and writing of a step are not separated.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void scan(int *a) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = t >= d ? s[t - d] : 0; //~ error: race
        s[t] += left;
        __syncthreads();
    }
    a[blockIdx.x * blockDim.x + t] = s[t];
}
