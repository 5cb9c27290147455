// One buffer and one barrier.
//% races: racy

//@ requires blockDim.x <= 128 && gridDim.x == 1;
__global__ void stages(const int *in, int *out, int n) {
    __shared__ int buf[128];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        buf[t] = in[k * blockDim.x + t]; //~ error: race
        __syncthreads();
        out[k * blockDim.x + t] = buf[(t + 1) % blockDim.x];
    }
}
