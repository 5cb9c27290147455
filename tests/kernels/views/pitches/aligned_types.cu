// The alignment that an attribute gives a type counts for its size, and is kept (MEM-34, MEM-27).
//% verdict: verified

struct __align__(16) Row {
    float x, y, z;
};

struct alignas(8) Pair {
    int first, second;
};

union Packed {
    struct __align__(8) {
        short low, high;
    };
    unsigned both;
};

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(out) == 4;
//@ ensures out[0] == 16 && out[1] == 8 && out[2] == 8;
__global__ void sizes(int *out) {
    out[0] = sizeof(Row);
    out[1] = sizeof(Pair);
    out[2] = sizeof(Packed);
}

//@ requires n == 2 * blockDim.x && gridDim.x == 1 && \length(out) == n && \length(a) == n;
//@ ensures \forall j. 0 <= j < n -> out[j] == a[j];
__global__ void copied(int *out, const int *a, int n) {
    Pair pair = reinterpret_cast<const Pair *>(a)[threadIdx.x];
    reinterpret_cast<Pair *>(out)[threadIdx.x] = pair;
}
