// A barrier behind a guard.
//% offers: requires n >= blockDim.x * gridDim.x;
//% offers: requires blockDim.x <= 256;
//% offers: requires \length(in) >= n;
//% offers: requires \length(out) >= n;
//% offers: writes out;
//% verdict: safe
__global__ void reverse(const int *in, int *out, int n) {
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = tile[blockDim.x - 1 - threadIdx.x];
    }
}
