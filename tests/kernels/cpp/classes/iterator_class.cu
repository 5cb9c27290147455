// A strided range as a class with an iterator, without a range-based for.
//% verdict: safe

class GridStride {
public:
    class Iterator {
    public:
        __device__ Iterator(int at, int step) : at_(at), step_(step) {}
        __device__ int operator*() const { return at_; }
        __device__ Iterator &operator++() {
            at_ += step_;
            return *this;
        }
        __device__ bool before(int end) const { return at_ < end; }

    private:
        int at_, step_;
    };

    __device__ explicit GridStride(int n) : n_(n) {}
    __device__ Iterator begin() const {
        return Iterator(blockIdx.x * blockDim.x + threadIdx.x, blockDim.x * gridDim.x);
    }
    __device__ int end() const { return n_; }

private:
    int n_;
};

__global__ void addOne(int *a, int n) {
    GridStride range(n);
    for (GridStride::Iterator it = range.begin(); it.before(range.end()); ++it) a[*it] += 1;
}
