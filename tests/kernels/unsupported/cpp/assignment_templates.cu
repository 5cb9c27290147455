// Templates that C++ may take for the assignment of an object of the class itself: whether it does depends on what is `const`.
//% verdict: unsupported

struct Counted {
    int v;
    template <class U> __device__ Counted &operator=(U &other) {
        v = other.v + 1;
        return *this;
    }
};

struct Part : Counted {
    int more;
};

__global__ void same(int *o) {
    Counted a, b;
    a.v = 1;
    b = a;
    o[threadIdx.x] = b.v;
}

__global__ void derived(int *o) {
    Counted a;
    Part part;
    part.v = 1;
    a = part;
    o[threadIdx.x] = a.v;
}
