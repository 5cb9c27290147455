// Lanes behind the end have returned: what the others read from them is undefined. And with blocks of 33 threads two write one cell.
//% verdict: not-verified

__global__ void sums(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d); //~ error: initialised
    if (threadIdx.x % 32 == 0)
        out[i / 32] = v; //~ error: race
}
