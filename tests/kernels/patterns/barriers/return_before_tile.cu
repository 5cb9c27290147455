// Threads outside of the image leave; the others read the cells that those should have loaded.
//% races: race-free

#define T 16

//@ requires blockDim.x == T;
__global__ void row(const int *in, int *out, int n) {
    __shared__ int s[T];
    int i = blockIdx.x * T + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[T - 1 - threadIdx.x];
}
