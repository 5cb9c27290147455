// The specialisation that ends the recursion counts, too (TEMPLATE-13).
//% verdict: not-verified

template <int i>
__device__ int count() {
    return 1 + count<i - 1>();
}

template <>
__device__ int count<0>() {
    return 1;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == 3; //~ error
__global__ void counted(int *out) { out[0] = count<3>(); }
