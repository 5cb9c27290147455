// Pairs in shared memory that are filled number by number.
//% verdict: verified

//@ requires blockDim.x == 64;
//@ requires 64 * gridDim.x <= \length(in) && 32 * gridDim.x <= \length(out);
//@ ensures \forall i. 0 <= i < 32 * gridDim.x -> out[i] == in[2 * i] - in[2 * i + 1];
__global__ void differences(const float *in, float *out) {
    __shared__ float2 pairs[32];
    float *numbers = (float *)pairs;
    numbers[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        float2 pair = pairs[threadIdx.x];
        out[blockIdx.x * 32 + threadIdx.x] = pair.x - pair.y;
    }
}
