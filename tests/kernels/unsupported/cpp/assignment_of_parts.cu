// What the compiler makes of an assignment calls that of the parts, which here does something of its own.
//% verdict: unsupported

struct Sticky {
    int value;
    __device__ Sticky &operator=(const Sticky &other)
    {
        if (value == 0) value = other.value;
        return *this;
    }
};

struct Pair : Sticky {
    int second;
};

struct Holder {
    Sticky inner;
};

__global__ void derived(int *out)
{
    Pair a, b;
    a.value = 1, a.second = 2, b.value = 3, b.second = 4;
    a = b;
    out[threadIdx.x] = a.value + a.second;
}

__global__ void member(int *out)
{
    Holder a, b;
    a.inner.value = 1, b.inner.value = 3;
    a = b;
    out[threadIdx.x] = a.inner.value;
}
