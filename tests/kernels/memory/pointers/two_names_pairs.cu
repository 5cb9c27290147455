// The dynamic shared memory as pairs and, under another name, as numbers.
//% verdict: verified

//@ requires blockDim.x == 64 && 64 * gridDim.x <= \length(in) && 32 * gridDim.x <= \length(out);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < 32 ->
//@     out[32 * b + t] == in[64 * b + 2 * t] + 2 * in[64 * b + 2 * t + 1];
__global__ void weigh(const float *in, float *out) {
    extern __shared__ float2 pairs[];
    extern __shared__ float numbers[];
    numbers[threadIdx.x] = in[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        float2 pair = pairs[threadIdx.x];
        out[32 * blockIdx.x + threadIdx.x] = pair.x + 2.0f * pair.y;
    }
}
