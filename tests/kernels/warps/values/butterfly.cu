// A butterfly of exclusive ors: after it all lanes have the warp's maximum. That they come together is stated.
//% verdict: safe

//@ requires blockDim.x % 32 == 0;
__global__ void warp_max(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int m = 16; m >= 1; m /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m));
    out[i] = v;
}
