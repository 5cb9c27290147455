// Values that each iteration makes of the one before, without a closed form: they are known by name (LOOP-59).
//% verdict: verified

// Exponential averages without a register (`examples/scans/exponentialAverage.cu` has one).
//@ requires 0 < n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r * n] == x[r * n];
//@ ensures \forall r, t. 0 <= r < rows && 1 <= t < n -> y[r * n + t] == a * x[r * n + t] + (1 - a) * y[r * n + t - 1];
__global__ void averagesInMemory(const float *x, float *y, float a, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    y[r * n] = x[r * n];
    for (int t = 1; t < n; t++)
        y[r * n + t] = a * x[r * n + t] + (1 - a) * y[r * n + t - 1];
}

// Forward substitution in bidiagonal systems, a thread each.
//@ requires 0 < n && 0 <= m && m <= gridDim.x * blockDim.x && n <= \length(l) && m * n <= \length(d) && m * n <= \length(x);
//@ ensures \forall r. 0 <= r < m -> x[r * n] == d[r * n];
//@ ensures \forall r, i. 0 <= r < m && 1 <= i < n -> x[r * n + i] == d[r * n + i] - l[i] * x[r * n + i - 1];
__global__ void forward(const float *l, const float *d, float *x, int n, int m) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m) return;
    float p = d[r * n];
    x[r * n] = p;
    for (int i = 1; i < n; i++) {
        p = d[r * n + i] - l[i] * p;
        x[r * n + i] = p;
    }
}

// Two values that each iteration makes of both.
//@ requires 2 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(y);
//@ ensures \forall r. 0 <= r < rows -> y[r * n] == 0 && y[r * n + 1] == 1;
//@ ensures \forall r, t. 0 <= r < rows && 2 <= t < n -> y[r * n + t] == y[r * n + t - 1] + y[r * n + t - 2];
__global__ void fibonacci(float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float a = 0, b = 1;
    for (int t = 0; t < n; t++) {
        y[r * n + t] = a;
        float c = a + b;
        a = b;
        b = c;
    }
}

// No iteration at all, and one.
//@ requires 0 <= n && n <= gridDim.x * blockDim.x && 0 <= steps && n <= \length(p) && n <= \length(v);
//@ ensures \forall i. 0 <= i < n && steps == 0 -> p[i] == \old(p[i]) && v[i] == \old(v[i]);
//@ ensures \forall i. 0 <= i < n && steps == 1 -> p[i] == \old(p[i]) + dt * v[i];
__global__ void oscillators(float *p, float *v, float dt, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = p[i], u = v[i];
    for (int s = 0; s < steps; s++) {
        u = u - dt * x;
        x = x + dt * u;
    }
    p[i] = x;
    v[i] = u;
}

// Horner's scheme: what is multiplied and added to has a closed form as well.
//@ requires 0 <= n && 0 <= k && n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y) && k <= \length(c);
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(j, c[j] * \pow(x[i], j), 0, k - 1);
__global__ void horner(const float *c, const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int j = k - 1; j >= 0; j--) s = s * x[i] + c[j];
    y[i] = s;
}

// The same from the lowest power on: a product of one number is a power.
//@ requires 0 <= n && 0 <= k && n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y) && k <= \length(c);
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(j, c[j] * \pow(x[i], j), 0, k - 1);
__global__ void powers(const float *c, const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0, p = 1;
    for (int j = 0; j < k; j++) {
        s += c[j] * p;
        p *= x[i];
    }
    y[i] = s;
}

// Sums of what is still to come.
//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows * n <= \length(y);
//@ ensures \forall r, t. 0 <= r < rows && 0 <= t < n -> y[r * n + t] == sum(k, x[r * n + k], t, n - 1);
__global__ void suffixes(const float *x, float *y, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int t = n - 1; t >= 0; t--) {
        s += x[r * n + t];
        y[r * n + t] = s;
    }
}
