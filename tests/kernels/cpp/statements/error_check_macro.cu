// The usual host side: an error-check macro, a timer class, templates on the host, and a small kernel.
//% verdict: safe
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t err = call;                                                                                        \
        if (err != cudaSuccess) {                                                                                      \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));                              \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t n) : size_(n) { CHECK(cudaMalloc((void **)&data_, n * sizeof(T))); }
    ~DeviceBuffer() { cudaFree(data_); }
    T *get() { return data_; }

private:
    T *data_;
    size_t size_;
};

template <typename T, int N = 4>
struct Poly {
    T c[N];
    __host__ __device__ T operator()(T x) const {
        T r = c[N - 1];
        for (int i = N - 2; i >= 0; --i) r = r * x + c[i];
        return r;
    }
};

template <typename T>
__global__ void evaluate(Poly<T> p, const T *x, T *y, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) y[i] = p(x[i]);
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    DeviceBuffer<float> x(n), y(n);
    Poly<float> p = {{1.f, 2.f, 3.f, 4.f}};
    evaluate<float><<<(n + 255) / 256, 256>>>(p, x.get(), y.get(), n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return 0;
}
