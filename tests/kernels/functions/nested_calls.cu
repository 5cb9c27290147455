// Device functions that call each other, twice each, with locals of the same names.
//% verdict: verified

static __device__ __forceinline__ int square(int x) {
    int result = x * x;
    return result;
}

static __device__ int norm(int x, int y) {
    int result = square(x) + square(y);
    return result;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == (a[j] * a[j] + b[j] * b[j]) - (a[j] + b[j]) * (a[j] + b[j]) - 1;
__global__ void norms(const int *a, const int *b, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int result = norm(a[i], b[i]) - norm(a[i] + b[i], 1);
    out[i] = result;
}
