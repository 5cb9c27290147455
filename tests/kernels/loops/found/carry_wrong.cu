// Carries that are wrong.
//% verdict: refuted

// It is that of the last tile alone.
//@ requires gridDim.x == 1 && blockDim.x <= 1024 && 0 <= n <= \length(x) && n <= \length(y);
//@ requires n + blockDim.x <= 2147483647;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, x[k], 0, i); //~ error: ensures
__global__ void lastTile(const float *x, float *y, int n) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    float carry = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + t;
        s[t] = i < n ? x[i] : 0.0f;
        __syncthreads();
        for (int d = 1; d < blockDim.x; d *= 2) {
            float v = t >= d ? s[t - d] : 0.0f;
            __syncthreads();
            s[t] += v;
            __syncthreads();
        }
        if (i < n) y[i] = carry + s[t];
        carry = s[blockDim.x - 1];
        __syncthreads();
    }
}

// No barrier before the next tile: the last sum is read while it is overwritten.
//@ requires gridDim.x == 1 && blockDim.x <= 1024 && 0 <= n <= \length(x) && n <= \length(y);
//@ requires n + blockDim.x <= 2147483647;
__global__ void noBarrier(const float *x, float *y, int n) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    float carry = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + t;
        s[t] = i < n ? x[i] : 0.0f; //~ error: race
        __syncthreads();
        for (int d = 1; d < blockDim.x; d *= 2) {
            float v = t >= d ? s[t - d] : 0.0f;
            __syncthreads();
            s[t] += v;
            __syncthreads();
        }
        if (i < n) y[i] = carry + s[t];
        carry += s[blockDim.x - 1];
    }
}

// The carry is added after it was handed on.
//@ requires blockDim.x == 32 && 0 <= m && m <= 1000 && gridDim.x <= 1000;
//@ requires \length(x) == gridDim.x * 32 * m && \length(y) == \length(x);
//@ ensures \forall r, i. 0 <= r < gridDim.x && 0 <= i < 32 * m ->
//@     y[r * 32 * m + i] == sum(k, x[r * 32 * m + k], 0, i);
//~^^ error: ensures
__global__ void handedOnEarly(const float *x, float *y, int m) {
    int lane = threadIdx.x;
    float carry = 0;
    for (int j = 0; j < m; j++) {
        float v = x[blockIdx.x * 32 * m + j * 32 + lane];
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d) v += u;
        }
        float total = __shfl_sync(0xffffffff, v, 31);
        y[blockIdx.x * 32 * m + j * 32 + lane] = v + carry;
        carry = total;
    }
}
