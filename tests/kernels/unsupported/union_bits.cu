// Unions are not modelled.
//% verdict: unsupported

union Bits {
    float f;
    unsigned u;
};

__global__ void absBits(float *a) {
    Bits b;
    b.f = a[threadIdx.x];
    b.u &= 0x7fffffffu;
    a[threadIdx.x] = b.f;
}
