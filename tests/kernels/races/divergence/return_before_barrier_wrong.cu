// A thread that has written and left is not waited for.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 0 <= n <= blockDim.x;
__global__ void leaving(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t]; //~ error: race
    if (t >= n) return;
    __syncthreads();
    a[t] = s[blockDim.x - 1 - t];
}
