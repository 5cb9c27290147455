// Device lambda expressions passed to a template helper.
//% verdict: safe

template <typename F>
__device__ void forEachOwned(int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

__global__ void saxpyLambda(const float *x, float *y, float a, int n) {
    forEachOwned(n, [=] __device__(int i) { y[i] = a * x[i] + y[i]; });
}

__global__ void clampLambda(float *v, int n, float lo, float hi) {
    auto clamp = [=](float value) { return value < lo ? lo : (value > hi ? hi : value); };
    forEachOwned(n, [&](int i) { v[i] = clamp(v[i]); });
}
