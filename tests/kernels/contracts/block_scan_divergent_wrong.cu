// The function has a barrier, and a thread of each block does not come.
//% verdict: not-verified

//@ requires blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x - 1 -> s[j] == \old(s[j + 1]);
__device__ void shift(int *s) {
    int t = threadIdx.x;
    int right = t + 1 < blockDim.x ? s[t + 1] : 0;
    __syncthreads(); //~ error: barrier
    s[t] = right;
    __syncthreads();
}

//@ requires \length(part) == blockDim.x && blockDim.x * gridDim.x <= \length(in);
__global__ void some(const int *in) {
    extern __shared__ int part[];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x > 0) shift(part); //~ error: barrier
}
