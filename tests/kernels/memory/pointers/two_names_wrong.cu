// Two names for the dynamic shared memory are no two arrays: what one thread writes under one of them, another one
// reads under the other.
//% verdict: refuted

//@ requires blockDim.x * gridDim.x <= \length(in) && blockDim.x * gridDim.x <= \length(out);
__global__ void mix(const int *in, int *out) {
    extern __shared__ int first[];
    extern __shared__ unsigned second[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    first[threadIdx.x] = in[i]; //~ error: race
    out[i] = second[blockDim.x - 1 - threadIdx.x];
}
