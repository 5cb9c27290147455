// Half of the threads combine with partners that combine as well: the bound is that of the round before.
//% verdict: not-verified

//@ requires blockDim.x == 128;
__global__ void greatest(const float *in, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < 2 * half && t + half < 128)
            s[t] = fmaxf(s[t], s[t + half]); //~ error: race
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
