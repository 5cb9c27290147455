// Locals that come back to what they were (LOOP-57): the halves of double buffers, the stages of a pipeline, signs.
//% verdict: verified

// Prefix sums between two buffers that change places.
//@ requires gridDim.x == 1 && n == blockDim.x && \length(x) == n && \length(y) == n && \length(s) == 2 * n;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, x[k], 0, i - 1);
__global__ void exclusive(const float *x, float *y, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, out = 0, in = 1;
    s[out * n + t] = t > 0 ? x[t - 1] : 0.0f;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= d) s[out * n + t] = s[in * n + t] + s[in * n + t - d];
        else s[out * n + t] = s[in * n + t];
        __syncthreads();
    }
    y[t] = s[out * n + t];
}

// The same in two dimensions; the buffers change places at the end.
//@ requires blockDim.x <= 512 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall b, i. 0 <= b < gridDim.x && 0 <= i < blockDim.x ->
//@     y[b * blockDim.x + i] == sum(k, x[b * blockDim.x + k], 0, i);
__global__ void inclusive(const float *x, float *y) {
    __shared__ float s[2][512];
    int t = threadIdx.x, in = 0, out = 1;
    s[0][t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t >= d) s[out][t] = s[in][t] + s[in][t - d];
        else s[out][t] = s[in][t];
        __syncthreads();
        in ^= 1;
        out ^= 1;
    }
    y[blockIdx.x * blockDim.x + t] = s[in][t];
}

// Three stages; one barrier a round is enough.
//@ requires gridDim.x == 1 && blockDim.x <= 256 && 0 < rounds && rounds * blockDim.x <= 1000000;
//@ requires \length(x) == rounds * blockDim.x && \length(y) == \length(x);
//@ ensures \forall r, t. 0 <= r < rounds && 0 <= t < blockDim.x ->
//@     y[r * blockDim.x + t] == x[r * blockDim.x + (t + 1) % blockDim.x];
__global__ void stages(const float *x, float *y, int rounds) {
    __shared__ float s[3 * 256];
    int t = threadIdx.x, stage = 0;
    for (int r = 0; r < rounds; r++) {
        s[stage * 256 + t] = x[r * blockDim.x + t];
        __syncthreads();
        y[r * blockDim.x + t] = s[stage * 256 + (t + 1) % blockDim.x];
        if (++stage == 3) stage = 0;
    }
}

//@ requires n == gridDim.x * blockDim.x && 0 <= m && n * m <= 1000000 && \length(x) == n * m && \length(y) == n;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, (k % 2 == 0 ? 1 : -1) * x[i * m + k], 0, m - 1);
__global__ void alternating(const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0, sign = 1;
    for (int k = 0; k < m; k++) {
        s += sign * x[i * m + k];
        sign = -sign;
    }
    y[i] = s;
}

//@ requires n == gridDim.x * blockDim.x && 0 <= m && n * m <= 1000000 && \length(x) == n * m && \length(y) == n;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, k % 2 == 0 ? x[i * m + k] : 0, 0, m - 1);
__global__ void everySecond(const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    bool takes = true;
    for (int k = 0; k < m; k++) {
        if (takes) s += x[i * m + k];
        takes = !takes;
    }
    y[i] = s;
}
