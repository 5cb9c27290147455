// A file as people write it: includes, host code, a launch. Only the kernel counts.
//% verdict: verified

#include <cuda_runtime.h>

#define CHECK(call)                 \
    do {                            \
        if ((call) != 0) return 1;  \
    } while (0)

struct Options {
    int size;
    float factor;
};

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> y[j] == factor * x[j];
__global__ void scale(const float *x, float *y, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i];
}

static int blocks(int n, int threads) { return (n + threads - 1) / threads; }

int main() {
    Options options = {1 << 20, 2.0f};
    float *x = 0, *y = 0;
    CHECK(cudaMalloc((void **)&x, options.size * sizeof(float)));
    CHECK(cudaMalloc((void **)&y, options.size * sizeof(float)));
    scale<<<blocks(options.size, 256), 256>>>(x, y, options.factor, options.size);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    return 0;
}
