// Threads run the loop as often as their number says.
//% races: divergent

__global__ void uneven(int *out) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = 0;
    for (int k = 0; k < t; k++) {
        s[t] += k;
        __syncthreads(); //~ error: barrier
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}
