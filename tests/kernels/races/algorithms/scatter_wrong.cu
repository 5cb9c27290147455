// Where the threads write is data.
//% verdict: not-verified

__global__ void scatter(int *out, const int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = i; //~ error: race
}
