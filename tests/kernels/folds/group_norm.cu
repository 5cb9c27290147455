// Group normalisation, a block a group: mean and variance by trees. That the root is not 0 rests on the variance being a sum of squares, which is
// an argument of the root.
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && blockDim.x <= 1024 && 0 < m && gridDim.x * m <= 1000000 && \length(x) == gridDim.x * m && \length(y) == gridDim.x * m && 0 < eps;
//@ ensures \forall g, i. 0 <= g < gridDim.x && 0 <= i < m -> y[g * m + i] == (x[g * m + i] - sum(k, x[g * m + k], 0, m - 1) / m) /
//@    sqrt(sum(k, (x[g * m + k] - sum(q, x[g * m + q], 0, m - 1) / m) * (x[g * m + k] - sum(q, x[g * m + q], 0, m - 1) / m), 0, m - 1) / m + eps);
__global__ void groupNorm(const float *x, float *y, int m, float eps) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    const float *in = x + blockIdx.x * m;
    float *out = y + blockIdx.x * m;
    float a = 0;
    for (int i = t; i < m; i += blockDim.x) a += in[i];
    s[t] = a;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    float mean = s[0] / m;
    __syncthreads();
    a = 0;
    for (int i = t; i < m; i += blockDim.x) { float d = in[i] - mean; a += d * d; }
    s[t] = a;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    float var = s[0] / m;
    for (int i = t; i < m; i += blockDim.x) out[i] = (in[i] - mean) / sqrtf(var + eps);
}
