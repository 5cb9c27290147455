// A union with a member that is no number is not modelled, nor an unnamed one that is built with the names of its members.
//% verdict: unsupported

union Address {
    float *pointer;
    unsigned long long bits;
};

struct Box {
    union {
        float f;
        unsigned u;
    };
    __device__ Box(float x) : f(x) {}
};

__global__ void bits(unsigned long long *a, float *b) {
    Address address;
    address.pointer = b;
    a[threadIdx.x] = address.bits;
}

__global__ void built(float *a) {
    Box box(a[threadIdx.x]);
    a[threadIdx.x] = box.f;
}
