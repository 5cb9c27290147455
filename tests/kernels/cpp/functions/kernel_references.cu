// Kernels that take references to variables of the device.
//% verdict: verified
//% verdict of positive: safe

struct Settings {
    float scale;
    int steps;
};

//@ ensures count == \old(count) + 1;
__global__ void increment(int &count) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) count += 1;
}

//@ requires n <= \length(out) && n <= \length(in) && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> out[i] == settings.scale * in[i] + settings.steps;
__global__ void apply(float *out, const float *in, int n, const Settings &settings) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = settings.scale * in[i] + settings.steps;
}

__global__ void positive(int &found, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) atomicAdd(&found, 1);
}
