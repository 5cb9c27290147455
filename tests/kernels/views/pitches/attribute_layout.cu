// An attribute says where the members of the record lie.
//% verdict: unsupported

struct __attribute__((packed)) Wide {
    char tag;
    int value;
};

__global__ void values(const unsigned char *bytes, int *out) {
    const Wide *wide = (const Wide *)(bytes + 8);
    out[threadIdx.x] = wide[threadIdx.x].value;
}
