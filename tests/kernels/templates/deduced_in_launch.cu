// What a launch does not write out follows from the types of its arguments; constants of the host's functions are values.
//% verdict: verified

struct Affine {
    float scale, shift;
    Affine &operator=(const Affine &other)
    {
        scale = other.scale;
        shift = other.shift;
        return *this;
    }
    __device__ float operator()(float x) const { return scale * x + shift; }
};

template <typename F>
__global__ void mapped(float *x, int n, F f)
//@ requires n <= \length(x) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> x[i] == f.scale * \old(x[i]) + f.shift;
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = f(x[i]);
}

// The bits of a float would be something else.
template <typename Index, typename T>
__global__ void low_bits(T *x, Index n)
//@ requires n <= \length(x) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> x[i] == \old(x[i]) % 8;
{
    Index i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] & 7;
}

template <int N>
__global__ void first_of_table(int *out)
//@ requires threadIdx.x < \length(out) && gridDim.x == 1;
//@ ensures out[threadIdx.x] == N;
{
    int table[N * N] = {N};
    out[threadIdx.x] = table[0];
}

template <typename T>
__global__ void copied(T *to, const T *from)
//@ requires gridDim.x == 1;
//@ ensures to[threadIdx.x] == from[threadIdx.x];
{
    const int per = 16 / sizeof(T);
    to[threadIdx.x] = from[threadIdx.x / per * per + threadIdx.x % per];
}

template <typename T>
void copy(T *to, const T *from) {
    copied<<<1, 32>>>(to, from);
}

void run(float *x, int n) {
    Affine f = {2.0f, 1.0f};
    mapped<<<(n + 255) / 256, 256>>>(x, n, f);
    mapped<Affine><<<(n + 255) / 256, 256>>>(x, n, Affine{3.0f, 0.0f});
}

int main() {
    unsigned *bits = nullptr, *more;
    cudaMalloc((void **)&more, 4096);
    const unsigned count = 1024;
    low_bits<<<4, 256>>>(bits + 1, count);
    copy(more, bits);
    const int side = 2;
    constexpr int N = side + 1;
    first_of_table<N><<<1, 32>>>(nullptr);
    return 0;
}
