// Nothing bounds the elements, so the product may not fit.
//% verdict: refuted
//% options: --ints checked

//@ requires blockDim.x * gridDim.x <= 1000000 && 0 <= n <= \length(out) && n <= \length(in);
//@ ensures \forall j. 0 <= j < n && j < blockDim.x * gridDim.x -> out[j] == 3 * in[j];
__global__ void scale(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 3 * in[i]; //~ error: overflow
}
