// A union with a member that is no number is not modelled.
//% verdict: unsupported

union Address {
    float *pointer;
    unsigned long long bits;
};

__global__ void bits(unsigned long long *a, float *b) {
    Address address;
    address.pointer = b;
    a[threadIdx.x] = address.bits;
}
