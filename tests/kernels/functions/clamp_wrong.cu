// Values below the range are set to its upper end.
//% verdict: refuted

__device__ int clamp(int v, int low, int high) {
    if (v < low) return high;
    if (v > high) return high;
    return v;
}

//@ requires low <= high && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == \min(\max(in[j], low), high);
//~^ error: ensures
__global__ void clampAll(const int *in, int *out, int n, int low, int high) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = clamp(in[i], low, high);
}
