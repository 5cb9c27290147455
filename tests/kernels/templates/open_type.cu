// Nothing says what T is: the kernel is looked at with float, and says so (TEMPLATE-5).
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(y) && n <= \length(x);
//@ ensures \forall j. 0 <= j < n -> y[j] == \old(y[j]) + x[j];
template <typename T>
__global__ void accumulate(T *y, const T *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}
