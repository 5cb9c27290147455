// Whether memory begins at a multiple of sixteen bytes is the same for all threads (MEM-15).
//% verdict: verified
#include <cstdint>

//@ requires n % 4 == 0 && n <= \length(in) && n <= \length(out);
//@ requires n <= 4 * blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> out[i] == in[i];
__global__ void copied(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (reinterpret_cast<uintptr_t>(in) % alignof(float4) == 0) {
        if (4 * i < n) reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    } else {
        for (int k = i; k < n; k += gridDim.x * blockDim.x) out[k] = in[k];
    }
}

// The distance of two elements in bytes, and a barrier where all threads see the same address.
//@ requires gridDim.x == 1 && blockDim.x <= \length(out);
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == 8 * t;
__global__ void distances(const double *in, long long *out) {
    if ((uint64_t)in % 128 == 0) __syncthreads();
    out[threadIdx.x] = (intptr_t)(in + threadIdx.x) - (intptr_t)in;
}
