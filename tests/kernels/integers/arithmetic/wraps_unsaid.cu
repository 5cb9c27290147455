// Right on the machine, where unsigned numbers wrap; exact integers go wrong, which refutes nothing, and proves nothing either.
//% verdict: verified
//% known: unknown -- integers are exact unless `//@ wraps;` says that they wrap (MACHINE-23)

//@ requires n <= \length(keys) && \length(count) == 16;
__global__ void hashed(const unsigned *keys, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[(keys[i] * 2654435761u) >> 28], 1); //~ unproved: with exact integers the index is beyond the end
}

//@ requires \length(in) == w && \length(out) == w && w <= 1000000 && gridDim.x <= 4096;
__global__ void shifted(const float *in, float *out, unsigned w) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x - 1;
    if (x < w) out[x] = 2.f * in[x]; //~ unproved: with exact integers x is -1
}

//@ ensures o[0] == 1; //~ unproved: with exact integers -1 is below n
__global__ void compared(int *o, unsigned n) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    int i = -1;
    o[0] = i < n ? 0 : 1;
}

//@ ensures o[0] == 44 && o[1] == 1; //~ unproved: with exact integers o[0] is 300
__global__ void narrowed(unsigned char *o) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    unsigned char c = 200;
    c += 100;
    o[0] = c;
    unsigned short s = 65535;
    s++;
    s++;
    o[1] = s;
}
