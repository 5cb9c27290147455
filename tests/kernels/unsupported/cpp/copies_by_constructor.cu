// Objects whose copies their class makes itself: named.
//% verdict: unsupported

struct Counted {
    int copies;
    __device__ Counted() : copies(0) {}
    __device__ Counted(const Counted &other) : copies(other.copies + 1) {}
};

__global__ void copied(int *out) {
    Counted first;
    Counted second = first;
    out[threadIdx.x] = second.copies;
}

struct Holder {
    Counted inner;
};

__global__ void copiedInside(int *out) {
    Holder first;
    Holder second = first;
    out[threadIdx.x] = second.inner.copies;
}
