// Only one thread of the launch writes.
//% verdict: safe

__global__ void oneWriter(int *out, int v) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = v;
}
