// A list with another value than zero, for an array of which nobody knows how many elements it has.
//% verdict: unsupported

template <int N>
__global__ void ones(float *out) {
    float first[N] = {1.0f};
    out[threadIdx.x] = first[0];
}

template <int N>
__global__ void minusZero(float *out) {
    float first[N] = {-0.0f};
    out[threadIdx.x] = first[0];
}
