// Threads beyond the array leave before the barrier and touch nothing that the others use.
//% verdict: safe

//@ requires blockDim.x <= 256 && gridDim.x == 1 && 0 <= n <= blockDim.x;
__global__ void leaving(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = a[t];
    __syncthreads();
    a[t] = s[n - 1 - t];
}
