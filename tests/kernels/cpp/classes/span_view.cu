// A span class with bounds, sub-spans and operator[]; the kernel builds it from raw parameters.
//% verdict: safe

template <typename T>
class Span {
public:
    __device__ Span(T *p, int n) : p_(p), n_(n) {}
    __device__ T &operator[](int i) const { return p_[i]; }
    __device__ int size() const { return n_; }
    __device__ Span sub(int from, int count) const { return Span(p_ + from, count); }

private:
    T *p_;
    int n_;
};

//@ requires 0 <= n && n == blockDim.x * gridDim.x;
__global__ void reverseInBlocks(const int *in, int *out, int n) {
    Span<int> all(out, n);
    Span<int> mine = all.sub(blockIdx.x * blockDim.x, blockDim.x);
    mine[mine.size() - 1 - threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
