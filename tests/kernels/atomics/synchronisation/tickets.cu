// Compaction by tickets: each thread that has something draws a place of its own.
//% verdict: safe

//@ requires c[0] == 0 && n <= \length(in) && blockDim.x * gridDim.x <= \length(out);
__global__ void compact(const int *in, int *out, int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        int pos = atomicAdd(c, 1);
        out[pos] = in[i];
    }
}
