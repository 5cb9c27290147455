// The dynamic shared memory, declared at file scope as bytes.
//% verdict: safe

extern __shared__ unsigned char window[];

//@ requires blockDim.x <= \length(window);
//@ requires blockDim.x * gridDim.x <= \length(in) && blockDim.x * gridDim.x <= \length(out);
__global__ void rotate(const unsigned char *in, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    window[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = window[(threadIdx.x + 1) % blockDim.x];
}
