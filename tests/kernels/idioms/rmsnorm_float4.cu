// RMSNorm, a row a block, read by four elements: the sum of squares in a thread's share, then a tree (WARP-29, SIMP-28).
//% verdict: verified

//@ requires blockDim.x == 256 && 1 <= n && n % 4 == 0 && 0 < eps;
//@ requires gridDim.x * n <= \length(x) && gridDim.x * n <= \length(y) && n <= \length(w);
//@ ensures \forall r, c. 0 <= r < gridDim.x && 0 <= c < n ->
//@   y[r * n + c] == x[r * n + c] * rsqrt(sum(k, x[r * n + k] * x[r * n + k], 0, n - 1) / n + eps) * w[c];
__global__ void rmsNorm(const float *x, const float *w, float *y, int n, float eps) {
    __shared__ float part[256];
    int t = threadIdx.x;
    const float *row = x + blockIdx.x * n;
    const float4 *fours = reinterpret_cast<const float4 *>(row);
    float own = 0;
    for (int i = t; i < n / 4; i += blockDim.x) {
        float4 v = fours[i];
        own += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    part[t] = own;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (t < h)
            part[t] += part[t + h];
        __syncthreads();
    }
    float scale = rsqrtf(part[0] / n + eps);
    for (int i = t; i < n; i += blockDim.x)
        y[blockIdx.x * n + i] = row[i] * scale * w[i];
}
