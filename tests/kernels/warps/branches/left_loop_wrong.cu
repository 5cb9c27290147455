// A lane leaves the loop and goes on: the others wait for it in vain.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void rounds(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 32; k++) {
        if (k == threadIdx.x)
            break;
        sum += __any_sync(0xffffffff, k < n); //~ error: barrier
    }
    __syncthreads(); //~ error: barrier
    out[i] = sum;
}
