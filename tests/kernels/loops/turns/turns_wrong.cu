// What looks like taking turns, and does not.
//% verdict: refuted

// The halves change places before the last round's sums are read.
//@ requires gridDim.x == 1 && n == blockDim.x && \length(x) == n && \length(y) == n && \length(s) == 2 * n;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, x[k], 0, i); //~ error: ensures
__global__ void otherHalf(const float *x, float *y, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, out = 0, in = 1;
    s[out * n + t] = x[t];
    s[in * n + t] = 0;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= d) s[out * n + t] = s[in * n + t] + s[in * n + t - d];
        else s[out * n + t] = s[in * n + t];
        __syncthreads();
    }
    y[t] = s[in * n + t];
}

// In one buffer of two, without a barrier in between.
//@ requires gridDim.x == 1 && blockDim.x <= 256 && 0 < rounds && rounds * blockDim.x <= 1000000;
//@ requires \length(x) == rounds * blockDim.x && \length(y) == \length(x);
__global__ void twoStages(const float *x, float *y, int rounds) {
    __shared__ float s[2][256];
    int t = threadIdx.x, stage = 0;
    for (int r = 0; r < rounds; r++) {
        s[stage][t] = x[r * blockDim.x + t]; //~ error: race
        y[r * blockDim.x + t] = s[1 - stage][(t + 1) % blockDim.x];
        stage = 1 - stage;
    }
    __syncthreads();
}

// Only some rounds change it.
//@ requires n == gridDim.x * blockDim.x && 0 <= m && n * m <= 1000000 && \length(x) == n * m && \length(y) == n;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, (k % 2 == 0 ? 1 : -1) * x[i * m + k], 0, m - 1); //~ error: ensures
__global__ void sometimes(const int *x, int *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, sign = 1;
    for (int k = 0; k < m; k++) {
        s += sign * x[i * m + k];
        if (x[i * m + k] > 0) sign = -sign;
    }
    y[i] = s;
}

// A thread leaves between the two.
//@ requires n == gridDim.x * blockDim.x && 0 <= m && n * m <= 1000000 && \length(x) == n * m && \length(y) == n;
//@ ensures \forall i. 0 <= i < n -> y[i] == 1; //~ error: ensures
__global__ void leavesBetween(const int *x, int *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = 0, b = 1;
    for (int k = 0; k < m; k++) {
        a = 1 - a;
        if (x[i * m + k] == 7) break;
        b = 1 - b;
    }
    y[i] = a + b;
}

// It begins at what it never comes back to.
//@ requires \length(y) == gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < \length(y) -> y[i] <= 2; //~ error: ensures
__global__ void beginsElsewhere(int *y, int m) {
    int stage = 5;
    for (int k = 0; k < m; k++) stage = (stage + 1) % 3;
    y[blockIdx.x * blockDim.x + threadIdx.x] = stage;
}

// Counts to two and then stays.
//@ requires \length(y) == gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < \length(y) -> y[i] <= 1; //~ error: ensures
__global__ void stays(int *y, int m) {
    int stage = 0;
    for (int k = 0; k < m; k++) if (stage < 2) stage = stage + 1;
    y[blockIdx.x * blockDim.x + threadIdx.x] = stage;
}

// Threads that do not enter the loop keep what they had.
//@ requires \length(y) == gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < \length(y) -> y[i] <= 1; //~ error: ensures
__global__ void notAll(int *y, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, half = 3;
    if (threadIdx.x % 2 == 0) {
        half = 0;
        for (int k = 0; k < m; k++) half = 1 - half;
    }
    y[i] = half;
}
