// Functions from constant tables, at constant indices (LOOKUP-24).
//% verdict: verified

typedef float (*Operation)(float);

__device__ float twice(float x) { return 2.0f * x; }
__device__ float half_of(float x) { return x / 2.0f; }

__device__ const Operation operations[2] = {twice, &half_of};

template <int Which>
__device__ float chosen(float x) {
    static const Operation local[] = {half_of, twice};
    return local[Which](x);
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out) && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> out[j] == a[j] + 2 * a[j];
__global__ void applied(float *out, const float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = operations[0](operations[1](a[i]));
    Operation first = operations[0];
    out[i] = x + chosen<1>(a[i]) + first(a[i]) - chosen<1>(a[i]);
}
