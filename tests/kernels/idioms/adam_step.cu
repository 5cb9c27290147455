// A step of an optimiser: two running means of the gradient, in place.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(p) && n <= \length(g) && n <= \length(m) && n <= \length(v);
//@ ensures \forall j. 0 <= j < n -> m[j] == b * \old(m[j]) + (1 - b) * g[j];
__global__ void adam(float *__restrict__ p, const float *__restrict__ g, float *__restrict__ m, float *__restrict__ v,
                     float b, float c, float rate, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float first = b * m[i] + (1.0f - b) * g[i];
        float second = c * v[i] + (1.0f - c) * g[i] * g[i];
        m[i] = first;
        v[i] = second;
        p[i] -= rate * first / (fabsf(second) + 0.001f);
    }
}
