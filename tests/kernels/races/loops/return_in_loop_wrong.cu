// Threads leave in the loop; what they wrote last is read by the others, barriers or not.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && gridDim.x == 1 && blockDim.x <= n;
__global__ void leaving(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[t] = k; //~ error: race
        if (t == k) return;
        __syncthreads(); //~ unproved: that `k` is one value of those who stay is not known
        a[t] = s[blockDim.x - 1 - t];
        __syncthreads(); //~ unproved: likewise
    }
}
