// Two kernels in one file, one of which writes one element too many.
//% verdict: verified
//% verdict of clearTooMuch: refuted

//@ requires \length(a) == n && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == 0;
__global__ void clear(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 0;
}

//@ requires \length(a) == n && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == 0;
__global__ void clearTooMuch(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] = 0; //~ error: bounds
}
