// What iterations hand on, in loops that do not do what is said of them: a cell that a later iteration overwrites, a sum that begins too
// early, a cell that was written before it is read, the wrong one of two values.
//% verdict: not-verified

//@ requires 1 <= n && n + 1 <= \length(x) && n + 1 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 1 <= j <= n -> y[j] == x[j - 1]; //~ error: ensures
__global__ void overlapping(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        y[i + 1] = x[i];
    }
}

//@ requires 0 <= n <= \length(x) && n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == sum(k, x[k], 0, j - 1); //~ error: ensures
__global__ void prefixSums(const float *x, float *y, int n) {
    float so_far = 0;
    for (int i = 0; i < n; i++) {
        so_far += x[i];
        y[i] = so_far;
    }
}

//@ requires 1 <= n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 1 <= j < n -> y[j] == \old(y[j - 1]); //~ error: ensures
__global__ void shifted(float *y, int n) {
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1];
}

//@ requires 1 <= n <= \length(x) && 1 <= \length(out) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == max_over(k, x[k], 0, n - 1); //~ error: ensures
__global__ void least(const float *x, float *out, int n) {
    float most = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] < most)
            most = x[i];
    out[0] = most;
}

//@ requires 2 <= n <= \length(x) && 2 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures y[0] == \old(y[0]) + sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void sharedCell(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
        y[0] += x[i];
        y[i % 2] = 1;
    }
}

//@ requires 2 <= n && 2 * n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == 0; //~ error: ensures
__global__ void diagonals(float *y, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i + j] = i;
}

//@ requires 2 <= n && n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == j; //~ error: ensures
__global__ void overwritten(float *y, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            y[j] = i;
        y[i] = i;
    }
}

//@ requires 1 <= n <= \length(x) && 1 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures y[0] == \old(y[0]) + sum(k, x[k] > 0 ? x[k] : 0, 0, n - 1) + 1; //~ error: ensures
__global__ void sometimes(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            y[0] += x[i];
}

//@ requires 1 <= n && n * n <= \length(z) && n <= \length(y) && n <= \length(x) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall i, c. 0 <= i < n && 0 <= c < i -> z[i * n + c] == \old(y[c]) + sum(k, x[k], 0, i); //~ error: ensures
__global__ void triangular(const float *x, float *y, float *z, int n) {
    for (int i = 0; i < n; i++)
        for (int c = 0; c < i; c++) {
            y[c] += x[i];
            z[i * n + c] = y[c];
        }
}

//@ requires 1 <= n && n <= \length(y) && n <= \length(x) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall c. 0 <= c < n -> y[c] == \old(y[c]) + sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void triangularSums(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
        for (int c = 0; c < i; c++)
            y[c] += x[i];
}

// With n = 0 it is the first element.
//@ requires 0 <= n <= \length(x) && 1 <= \length(x) && 1 <= \length(out) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void beginsAtFirst(const float *x, float *out, int n) {
    float s = x[0];
    for (int c = 1; c < n; c++)
        s += x[c];
    out[0] = s;
}

//@ requires 2 <= n && 2 * n <= \length(x) && n <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall k. 0 <= k < n -> y[k] == x[2 * k]; //~ error: ensures
__global__ void halves(const float *x, float *y, int n) {
    for (int i = 0; i < 2 * n; i++)
        y[i / 2] = x[i];
}

//@ requires 3 <= n <= \length(x) && 2 <= \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures y[0] == x[0]; //~ error: ensures
__global__ void parity(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
        y[i % 2] = x[i];
}

//@ requires 1 <= n <= \length(x) && 1 <= \length(out) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == x[n - 1]; //~ error: ensures
__global__ void oneLate(const float *x, float *out, int n) {
    float last = 0, before = 0;
    for (int i = 0; i < n; i++) {
        before = last;
        last = x[i];
    }
    out[0] = before;
}

// What holds inside the first loop, that n is positive, does not hold in the second one.
//@ requires n <= \length(x) && 1 <= \length(x) && 1 <= \length(y) && 1 <= \length(out) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == sum(k, x[k], 0, n - 1); //~ error: ensures
__global__ void insideAndBehind(const float *x, float *y, float *out, int n) {
    for (int i = 0; i < n; i++) {
        float s = x[0];
        for (int c = 1; c < n; c++)
            s += x[c];
        y[0] = s;
    }
    float s = x[0];
    for (int c = 1; c < n; c++)
        s += x[c];
    out[0] = s;
}
