// Where a block's greatest number stands: pairs of value and index, a tree in shared memory.
//% verdict: safe

struct Best {
    float value;
    int at;
};

//@ requires blockDim.x == 128;
__global__ void argmax(const float *in, int *out) {
    __shared__ Best s[128];
    int t = threadIdx.x;
    s[t] = {in[blockIdx.x * 128 + t], t};
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half && s[t].value < s[t + half].value)
            s[t] = s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0].at;
}
