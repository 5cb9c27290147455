// A ring counter stays below its limit: what atomicInc stores is at most the limit.
//% verdict: safe

__global__ void ring(const int *in, int *slots, unsigned int *head, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int at = atomicInc(head, 63);
        atomicExch(&slots[at % 64], in[i]);
    }
}
