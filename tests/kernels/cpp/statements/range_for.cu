// Loops over the elements of arrays: a table of constants, a local array by reference, a list in braces.
//% verdict: verified

#include <initializer_list>

__constant__ float weights[5];

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(out) && n + 4 <= \length(in);
//@ ensures \forall j. 0 <= j < n -> out[j] == sum(k, weights[k] * in[j + k], 0, 4);
__global__ void convolve(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    int k = 0;
    for (float weight : weights)
        sum += weight * in[i + k++];
    out[i] = sum;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires 3 * n <= \length(v) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * (v[3 * j] + v[3 * j + 1] + v[3 * j + 2]);
__global__ void doubled(const int *v, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int parts[3] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
        for (auto &part : parts)
            part *= 2;
        int sum = 0;
        for (const int &part : parts)
            sum += part;
        out[i] = sum;
    }
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 1 <= j < n - 1 -> out[j] == in[j - 1] + in[j] + in[j + 1];
__global__ void neighbours(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n - 1) {
        int sum = 0;
        for (int d : {-1, 0, 1})
            sum += in[i + d];
        out[i] = sum;
    }
}
