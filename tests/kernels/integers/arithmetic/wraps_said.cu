// The kernels of `wraps_unsaid.cu`, which say what they mean.
//% verdict: verified
//% verdict of hashed: safe
//% verdict of shifted: safe

//@ requires n <= \length(keys) && \length(count) == 16;
__global__ void hashed(const unsigned *keys, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    //@ wraps;
    if (i < n) atomicAdd(&count[(keys[i] * 2654435761u) >> 28], 1);
}

//@ requires \length(in) == w && \length(out) == w && w <= 1000000 && gridDim.x <= 4096;
__global__ void shifted(const float *in, float *out, unsigned w) {
    //@ wraps;
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x - 1;
    if (x < w) out[x] = 2.f * in[x];
}

//@ ensures o[0] == 1;
__global__ void compared(int *o, unsigned n) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    int i = -1;
    //@ wraps;
    o[0] = i < n ? 0 : 1;
}

//@ ensures o[0] == 44 && o[1] == 1;
__global__ void narrowed(unsigned char *o) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    unsigned char c = 200;
    //@ wraps;
    c += 100;
    o[0] = c;
    unsigned short s = 65535;
    //@ wraps;
    { s++; s++; }
    o[1] = s;
}
