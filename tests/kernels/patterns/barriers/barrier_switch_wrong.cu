// A barrier in one case of a switch on the thread.
//% races: divergent

__global__ void choose(int *out) {
    __shared__ int s[2];
    switch (threadIdx.x % 3) {
    case 0:
        if (threadIdx.x == 0) s[0] = 1;
        __syncthreads(); //~ error: barrier
        break;
    case 1:
        break;
    default:
        break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
