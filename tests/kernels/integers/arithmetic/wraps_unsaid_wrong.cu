// Wrong on the machine as well as with exact integers, though some of them leave the ranges of their types.
//% verdict: not-verified

//@ requires n <= \length(keys) && \length(count) == 8;
__global__ void hashed(const unsigned *keys, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[(keys[i] * 2654435761u) >> 28], 1); //~ error: bounds
}

//@ requires \length(in) == w && \length(out) == w && w <= 1000000 && gridDim.x <= 4096;
__global__ void shifted(const float *in, float *out, unsigned w) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x - 1;
    if (x <= w) out[x] = 2.f; //~ error: bounds
}

//@ requires \length(a) == n && \length(h) == blockDim.x * gridDim.x;
__global__ void elsewhere(int *a, unsigned *h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    h[i] = i * 2654435761u;
    if (i <= n) a[i] = 0; //~ error: bounds
}

//@ ensures o[0] == 45; //~ error: ensures
__global__ void narrowed(unsigned char *o) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    unsigned char c = 200;
    c += 100;
    o[0] = c;
}
