// The first cell has its own writer.
//% races: race-free

//@ requires blockDim.x <= 256;
__global__ void init(int *out, int seed) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t == 0) {
        s[0] = seed;
    } else {
        s[t] = 0;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t] + s[0];
}
