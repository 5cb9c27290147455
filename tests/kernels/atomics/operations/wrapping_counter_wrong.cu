// A ring wraps: two threads get the same slot, and store there plainly.
//% verdict: not-verified

__global__ void ring(const int *in, int *slots, unsigned int *head, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        slots[atomicInc(head, 1)] = in[i]; //~ error: race
}
