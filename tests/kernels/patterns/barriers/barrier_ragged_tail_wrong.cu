// The last round of a grid-stride loop is not for everybody.
//% races: divergent

//@ requires blockDim.x <= 128;
__global__ void process(const int *in, int *out, int n) {
    __shared__ int s[128];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        s[threadIdx.x] = in[i];
        __syncthreads(); //~ error: barrier
        out[i] = s[threadIdx.x];
        __syncthreads(); //~ error: barrier
    }
}
