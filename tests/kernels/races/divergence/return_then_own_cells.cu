// Those who stay read only what those who stay have written.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 0 <= n <= blockDim.x;
__global__ void leaving(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t >= n) return;
    __syncthreads();
    a[t] = s[n - 1 - t];
}
