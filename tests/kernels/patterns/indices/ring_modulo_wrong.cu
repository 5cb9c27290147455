// Twice the step: with an even number of threads two of them write one cell.
//% races: racy

//@ requires blockDim.x <= 512;
__global__ void ring(const int *in, int *out) {
    __shared__ int s[512];
    int t = threadIdx.x;
    int n = blockDim.x;
    s[t] = 0;
    __syncthreads();
    s[(2 * t) % n] = in[blockIdx.x * n + t]; //~ error: race
    __syncthreads();
    out[blockIdx.x * n + t] = s[t];
}
