// A device function without a result that writes through a pointer, under a condition.
//% verdict: verified

__device__ void put(int *place, int value) {
    if (value < 0) return;
    *place = value;
}

//@ requires \length(in) == n && \length(out) == n && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == (in[j] < 0 ? \old(out[j]) : in[j]);
__global__ void positives(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) put(&out[i], in[i]);
}
