// The element is a copy: what is assigned to it changes nothing.
//% verdict: not-verified

#include <initializer_list>

//@ requires n <= blockDim.x * gridDim.x;
//@ requires 3 * n <= \length(v) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * (v[3 * j] + v[3 * j + 1] + v[3 * j + 2]); //~ error: ensures
__global__ void doubled(const int *v, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int parts[3] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
        for (auto part : parts)
            part *= 2;
        int sum = 0;
        for (int part : parts)
            sum += part;
        out[i] = sum;
    }
}

// The last neighbour is beyond the end.
//@ requires n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(out);
__global__ void neighbours(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n) {
        int sum = 0;
        for (int d : {-1, 0, 1})
            sum += in[i + d]; //~ error: bounds
        out[i] = sum;
    }
}
