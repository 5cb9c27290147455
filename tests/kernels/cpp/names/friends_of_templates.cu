// Friends that class templates define: functions and operators that arguments of the class find.
//% verdict: verified

struct Stream {
    Stream &operator<<(double value);
};

template <typename T>
class Dual {
  public:
    __host__ __device__ Dual(T value, T slope) : v(value), d(slope) {}

    friend __host__ __device__ Dual operator*(const Dual &a, const Dual &b)
    {
        return Dual(a.v * b.v, a.v * b.d + a.d * b.v);
    }
    friend __host__ __device__ Dual operator+(const Dual &a, T b) { return Dual(a.v + b, a.d); }
    friend __device__ T slope(const Dual<T> &a) { return a.d; }
    friend __device__ void raise(Dual &a, T by) { a.v += by; }
    friend Stream &operator<<(Stream &out, const Dual &a)
    {
        out << a.v << a.d;
        return out;
    }
    __device__ T value() const { return v; }

  private:
    T v, d;
};

// The derivative of (x + 1) * x * x.
__global__ void derivative(float *out, const float *x, int n)
//@ requires n <= \length(out) && n <= \length(x) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> out[i] == 3 * x[i] * x[i] + 2 * x[i];
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Dual<float> at(x[i], 1.0f);
        out[i] = slope((at + 1.0f) * at * at);
    }
}

__global__ void raised(int *out, const int *by)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out) && threadIdx.x < \length(by);
//@ ensures out[threadIdx.x] == 2 + 2 * by[threadIdx.x];
{
    Dual<int> a(2, 0);
    for (int k = 0; k < 2; k++) raise(a, by[threadIdx.x]);
    out[threadIdx.x] = a.value();
}
