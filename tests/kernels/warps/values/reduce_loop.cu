// Sum of a warp by five shuffles; the first lane stores it. Only that the lanes come together is stated.
//% verdict: safe

__inline__ __device__ int warp_sum(int value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

//@ requires blockDim.x % 32 == 0;
__global__ void sums(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = warp_sum(in[i]);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = sum;
}
