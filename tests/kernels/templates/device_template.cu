// A device function template, called with an explicit argument.
//% verdict: verified

template <int FACTOR>
__device__ int times(int x) {
    return FACTOR * x;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 15 * in[j];
__global__ void fifteen(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = times<3>(times<5>(in[i]));
}
