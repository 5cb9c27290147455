// Objects whose copies their class makes itself, and base classes that nothing constructs: named.
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

struct Filled {
    int value = 4;
};

struct Derived : Filled {
    int own;
};

__global__ void withoutConstructor(int *out) {
    Derived made{};
    out[threadIdx.x] = made.value;
}
