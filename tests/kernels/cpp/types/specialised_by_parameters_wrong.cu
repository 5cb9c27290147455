// The body of the template is not what runs for `float`.
//% verdict: not-verified

template <typename T>
__device__ T same(T value) { return value; }

template <>
__device__ float same(float value) { return 2.0f * value; }

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == a[j]; //~ error: ensures
__global__ void copy(const float *a, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = same<float>(a[i]);
}
