// A kernel's explicit specialisation is a kernel of its own (TEMPLATE-5).
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j] == 0;
template <typename T>
__global__ void clear(T *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 0;
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j].x == 0 && a[j].y == 0;
template <>
__global__ void clear<float2>(float2 *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = make_float2(0.0f, 0.0f);
}

template __global__ void clear<int>(int *, int);
