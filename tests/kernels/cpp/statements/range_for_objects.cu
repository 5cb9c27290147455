// Loops over objects with iterators: a grid's stride, the elements of a slice, pointers as iterators.
//% verdict: verified

class GridStride {
public:
    struct Iterator {
        int at, step;
        __device__ int operator*() const { return at; }
        __device__ Iterator &operator++() {
            at += step;
            return *this;
        }
        __device__ bool operator!=(const Iterator &end) const { return at < end.at; }
    };

    __device__ GridStride(int first, int n, int step) : first_(first), n_(n), step_(step) {}
    __device__ Iterator begin() const { return Iterator{first_, step_}; }
    __device__ Iterator end() const { return Iterator{n_, step_}; }

private:
    int first_, n_, step_;
};

__device__ GridStride gridStride(int n) {
    return GridStride(blockIdx.x * blockDim.x + threadIdx.x, n, blockDim.x * gridDim.x);
}

//@ requires n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j] == \old(a[j]) + 1;
__global__ void addOne(int *a, int n) {
    for (int i : gridStride(n)) a[i] += 1;
}

struct Slice {
    float *from;
    int count;
    __device__ float *begin() const { return from; }
    __device__ float *end() const { return from + count; }
};

//@ requires n <= blockDim.x * gridDim.x && n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 6 * in[j];
__global__ void sums(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float parts[3] = {in[i], in[i], in[i]};
    Slice mine{parts, 3};
    for (auto &x : mine) x *= 2;
    float sum = 0;
    for (float x : mine) sum += x;
    out[i] = sum;
}

// The object is asked once for its beginning, and changes itself then.
struct Once {
    int asked;
    __device__ int *begin() { return ++asked, values; }
    __device__ int *end() { return values + 2; }
    int values[2];
};

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 11;
__global__ void asked(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Once once{0, {4, 6}};
    int sum = 0;
    for (int value : once) sum += value;
    out[i] = sum + once.asked;
}
