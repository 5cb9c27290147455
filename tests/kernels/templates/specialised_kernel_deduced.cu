// A specialised kernel whose argument follows from its parameter.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j] == 1;
template <typename T>
__global__ void start(T *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j] == 2;
template <>
__global__ void start(double *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2;
}

template __global__ void start<double>(double *, int);
template __global__ void start<int>(int *, int);
