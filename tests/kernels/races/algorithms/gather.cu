// Reading from places that are data races with nothing.
//% verdict: safe

__global__ void gather(int *out, const int *in, const int *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[from[i]];
}
