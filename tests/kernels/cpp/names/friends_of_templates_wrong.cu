// The friend takes its argument by value, and changes a copy.
//% verdict: not-verified

template <typename T>
struct Counter {
    T count;
    friend __device__ void raise(Counter a, T by) { a.count += by; }
};

__global__ void raised(int *out)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out);
//@ ensures out[threadIdx.x] == 3;
//~^ error: ensures
{
    Counter<int> a{2};
    raise(a, 1);
    out[threadIdx.x] = a.count;
}
