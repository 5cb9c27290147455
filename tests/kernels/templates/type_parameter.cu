// A template over the type of the elements, fixed on the command line.
//% verdict: verified
//% options: --template T=float

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> x[j] == factor * \old(x[j]);
template <typename T>
__global__ void scale(T *x, T factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
