// What lanes do together is modelled from compute capability 7.0 on (WARP-4, WARP-6).
//% verdict: unsupported
//% options: --arch sm_60

//@ requires blockDim.x % 32 == 0;
__global__ void exited(const int *a, unsigned *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    o[i] = __ballot_sync(0xffffffffu, a[i] > 0);
}

//@ requires blockDim.x % 32 == 0;
__global__ void in_both_arms(const int *a, unsigned *o) {
    unsigned b;
    if (threadIdx.x % 2 == 0) b = __ballot_sync(0xffffffffu, a[0] > 0);
    else b = __ballot_sync(0xffffffffu, a[0] > 1);
    o[blockIdx.x * blockDim.x + threadIdx.x] = b;
}

__global__ void exited_before_a_barrier(int *o, int n) {
    if (threadIdx.x >= n) return;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
