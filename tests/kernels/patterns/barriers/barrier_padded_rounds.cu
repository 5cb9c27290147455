// The same with a loop that is the same for all and a guard inside.
//% races: race-free

//@ requires blockDim.x <= 128;
__global__ void process(const int *in, int *out, int n) {
    __shared__ int s[128];
    for (int first = blockIdx.x * blockDim.x; first < n; first += blockDim.x * gridDim.x) {
        int i = first + threadIdx.x;
        if (i < n) s[threadIdx.x] = in[i];
        __syncthreads();
        int mirror = blockDim.x - 1 - threadIdx.x;
        if (first + mirror < n) out[first + mirror] = s[mirror];
        __syncthreads();
    }
}
