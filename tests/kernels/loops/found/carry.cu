// What a loop over tiles carries on: the sum of all tiles so far, and the elements that are done. No invariant is written.
//% verdict: verified

// Prefix sums of an array of any length by one block.
//@ requires gridDim.x == 1 && blockDim.x <= 1024 && 0 <= n <= \length(x) && n <= \length(y);
//@ requires n + blockDim.x <= 2147483647;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, x[k], 0, i);
__global__ void ofBlock(const float *x, float *y, int n) {
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
        carry += s[blockDim.x - 1];
        __syncthreads();
    }
}

// Of rows, by a warp each; the carry comes from the last lane.
//@ requires blockDim.x == 32 && 0 <= m && m <= 1000 && gridDim.x <= 1000;
//@ requires \length(x) == gridDim.x * 32 * m && \length(y) == \length(x);
//@ ensures \forall r, i. 0 <= r < gridDim.x && 0 <= i < 32 * m ->
//@     y[r * 32 * m + i] == sum(k, x[r * 32 * m + k], 0, i);
__global__ void ofWarps(const float *x, float *y, int m) {
    int lane = threadIdx.x;
    float carry = 0;
    for (int j = 0; j < m; j++) {
        float v = x[blockIdx.x * 32 * m + j * 32 + lane];
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d) v += u;
        }
        v += carry;
        y[blockIdx.x * 32 * m + j * 32 + lane] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

// A block transposes tile after tile, in two buffers.
//@ requires blockDim.x == 32 && blockDim.y == 8 && gridDim.y == 1 && n == 32 * gridDim.x && 0 < m && m % 32 == 0;
//@ requires n * m <= 100000000 && \length(a) == n * m && \length(b) == n * m;
//@ ensures \forall i, j. 0 <= i < n && 0 <= j < m -> b[j * n + i] == a[i * m + j];
__global__ void transposed(const float *a, float *b, int n, int m) {
    __shared__ float s[2][32][33];
    int x = threadIdx.x, y = threadIdx.y, h = 0;
    for (int p = 0; p < m / 32; p++) {
        for (int r = 0; r < 32; r += 8) s[h][y + r][x] = a[(blockIdx.x * 32 + y + r) * m + p * 32 + x];
        __syncthreads();
        for (int r = 0; r < 32; r += 8) b[(p * 32 + y + r) * n + blockIdx.x * 32 + x] = s[h][x][y + r];
        h ^= 1;
    }
}
