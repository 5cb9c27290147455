// RMSNorm that adds epsilon before it divides.
//
//% verdict: refuted

//@ requires gridDim.x == 1 && blockDim.x == 256 && 1 <= n && 0 < eps && n <= \length(x) && n <= \length(y) && n <= \length(w);
//@ ensures \forall c. 0 <= c < n -> y[c] == x[c] * rsqrt(sum(k, x[k] * x[k], 0, n - 1) / n + eps) * w[c]; //~ error: ensures
__global__ void rmsNorm(const float *x, const float *w, float *y, int n, float eps) {
    __shared__ float part[256];
    int tid = threadIdx.x;
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    int n4 = n / 4;
    float acc = 0.0f;
    for (int i = tid; i < n4; i += blockDim.x) {
        float4 v = x4[i];
        acc += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int i = 4 * n4 + tid; i < n; i += blockDim.x) acc += x[i] * x[i];
    part[tid] = acc;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (tid < h) part[tid] += part[tid + h];
        __syncthreads();
    }
    float inv = rsqrtf((part[0] + eps) / n);
    for (int i = tid; i < n; i += blockDim.x) y[i] = x[i] * inv * w[i];
}
