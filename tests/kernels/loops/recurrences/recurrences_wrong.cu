// The same, wrong: another start, values one after the other, one power more, other factors, one iteration too few, shared cells.
//% verdict: not-verified

//@ requires 0 < n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r * n] == x[r * n]; //~ error: ensures
//@ ensures \forall r, t. 0 <= r < rows && 1 <= t < n -> y[r * n + t] == a * x[r * n + t] + (1 - a) * y[r * n + t - 1];
__global__ void anotherStart(const float *x, float *y, float a, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int t = 0; t < n; t++) {
        s = a * x[r * n + t] + (1 - a) * s;
        y[r * n + t] = s;
    }
}

//@ requires 2 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(y);
//@ ensures \forall r, t. 0 <= r < rows && 2 <= t < n -> y[r * n + t] == y[r * n + t - 1] + y[r * n + t - 2]; //~ error: ensures
__global__ void oneAfterTheOther(float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float a = 0, b = 1;
    for (int t = 0; t < n; t++) {
        y[r * n + t] = a;
        a = b;
        b = a + b;
    }
}

// The thread stops before its neighbours do: its last value is another one.
//@ requires 0 <= n && n <= gridDim.x * blockDim.x && n <= \length(p) && 0 <= steps;
//@ ensures \forall i. 0 <= i < n && steps == 1 -> p[i] == 3 * \old(p[i]) + 1; //~ error: ensures
__global__ void someSteps(float *p, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = p[i];
    for (int s = i % 2; s < steps; s++) x = 3 * x + 1;
    p[i] = x;
}

//@ requires 0 <= n && 0 <= k && n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y) && k <= \length(c);
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(j, c[j] * \pow(x[i], j + 1), 0, k - 1); //~ error: ensures
__global__ void onePowerMore(const float *c, const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int j = k - 1; j >= 0; j--) s = s * x[i] + c[j];
    y[i] = s;
}

// The factor is another one in each iteration.
//@ requires 0 <= n && 0 <= k && n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y) && k <= \length(c);
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(j, c[j] * \pow(x[i], j), 0, k - 1); //~ error: ensures
__global__ void changingFactor(const float *c, const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int j = k - 1; j >= 0; j--) s = s * (x[i] + j) + c[j];
    y[i] = s;
}

//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r, t. 0 <= r < rows && 0 <= t < n -> y[r * n + t] == sum(k, x[r * n + k], t, n - 1); //~ error: ensures
__global__ void withoutTheLast(const float *x, float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int t = n - 1; t >= 0; t--) {
        y[r * n + t] = s;
        s += x[r * n + t];
    }
}

// A cell that two threads hand on.
//@ requires 0 < n <= \length(y) && blockDim.x * gridDim.x == 2;
//@ ensures \forall t. 1 <= t < n -> y[t] == 2 * y[t - 1]; //~ unproved: two threads write
__global__ void sharedCells(float *y, int n) {
    for (int t = 1; t < n; t++)
        y[t] = 2 * y[t - 1]; //~ error: race
}
