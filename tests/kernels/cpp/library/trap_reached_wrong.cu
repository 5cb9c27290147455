// A `__trap` to which a thread comes.
//% verdict: not-verified

__global__ void limited(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) __trap(); //~ error: assert
    a[i] = n;
}
