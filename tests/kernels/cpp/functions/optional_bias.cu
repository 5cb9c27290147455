// A bias that callers may leave out (MEM-10), and an activation that is a template parameter (LOOKUP-22).
//% verdict: verified

__device__ float relu(float x) { return x > 0.0f ? x : 0.0f; }
__device__ float at(const float *p, int i) { return p != nullptr ? p[i] : 0.0f; }

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] >= 0;
template <float (*F)(float)>
__global__ void addBias(float *out, const float *bias, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = out[i];
    if (bias) v += bias[i];
    out[i] = F(v + at(nullptr, i));
}

template __global__ void addBias<relu>(float *, const float *, int);
