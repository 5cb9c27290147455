// Lambda expressions that the host hands to kernels: what they capture are members of an object.
//% verdict: safe

template <typename F> __global__ void for_each(int n, F body) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) body(i);
}

template <typename T, typename F> __global__ void transform(T *out, const T *in, int n, F of) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = of(in[i]);
}

template <class F> void parallel_for(int n, F body) { for_each<<<(n + 255) / 256, 256>>>(n, body); }

void axpy(float a, const float *x, float *y, int n) {
    parallel_for(n, [=] __device__(int i) { y[i] = a * x[i] + y[i]; });
}

void scaled(const float *in, float *out, int n) {
    constexpr float weight = 0.5f;
    const int taps = 3;
    auto average = [=] __device__(int i) {
        float sum = 0;
        for (int k = 0; k < taps; ++k) sum += in[i + k];
        out[i] = weight * sum;
    };
    for_each<<<1, 128>>>(n - 2, average);
}

void generic(int *cells, int n) {
    for_each<<<8, 64>>>(n, [cells] __device__(auto i) { cells[i] += 1; });
}

void numbers(double *out, const double *in, int n, double least) {
    transform<<<8, 64>>>(out, in, n, [least] __device__(double x) -> double { return x < least ? least : x; });
}

template <typename T> void fill(T *cells, int n) {
    for_each<<<8, 64>>>(n, [=] __device__(int i) { cells[i] = T(1); });
}

void fill_all(float *a, int *b) {
    fill(a, 10);
    fill<int>(b, 10);
}
