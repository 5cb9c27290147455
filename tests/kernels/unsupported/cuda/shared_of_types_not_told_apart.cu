// A template's `__shared__` array, where the function is called twice: for `long` and for `long long` it is two arrays.
//% verdict: unsupported

template <class T> __device__ void keep(T value, int i) {
    __shared__ T held[1024];
    held[i] = value;
}

__global__ void twice(long one, long long other) {
    keep(one, threadIdx.x);
    keep(other, (threadIdx.x + 1) % blockDim.x);
}

__global__ void twiceOfLambda(long one, long long other) {
    auto keep = [](auto value, int i) {
        __shared__ double held[1024];
        held[i] = value;
    };
    keep(one, threadIdx.x);
    keep(other, (threadIdx.x + 1) % blockDim.x);
}
