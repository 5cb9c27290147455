// Loops whose bodies begin with a conditional `break` are loops with one more condition (LOOP-58).
//% verdict: verified
//% verdict of saysWhoRuns: safe

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == 2 * x[i];
__global__ void untilTheEnd(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        if (i >= n) break;
        y[i] = 2 * x[i];
        i += gridDim.x * blockDim.x;
    }
}

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == x[i] + 1;
__global__ void byTiles(const float *x, float *y, int n) {
    for (int tile = blockIdx.x;; tile += gridDim.x) {
        int i = tile * blockDim.x + threadIdx.x;
        if (i >= n) break;
        y[i] = x[i] + 1;
    }
}

//@ requires 0 <= rows && 0 <= w && rows * w <= \length(x) && rows <= \length(y) && rows <= \length(len);
//@ requires rows <= gridDim.x * blockDim.x && \forall r. 0 <= r < rows -> 0 <= len[r] <= w;
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(k, x[r * w + k], 0, len[r] - 1);
__global__ void ragged(const int *len, const float *x, float *y, int rows, int w) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = 0; k < w; k++) {
        if (k >= len[r]) break;
        s += x[r * w + k];
    }
    y[r] = s;
}

// Two of them, and a `continue` behind.
//@ requires 0 <= rows && 0 <= w && rows * w <= \length(x) && rows <= \length(y) && rows <= \length(len);
//@ requires rows <= gridDim.x * blockDim.x && 0 <= most && \forall r. 0 <= r < rows -> 0 <= len[r] <= w;
//@ ensures \forall r. 0 <= r < rows -> y[r] == count(k, x[r * w + k] > 0, 0, \min(len[r], most) - 1);
__global__ void twoLimits(const int *len, const float *x, int *y, int rows, int w, int most) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int s = 0;
    for (int k = 0; k < w; k++) {
        if (k >= len[r]) break;
        if (k >= most) break;
        if (x[r * w + k] <= 0) continue;
        s++;
    }
    y[r] = s;
}

// A loop that is never run is not run for its test.
//@ requires blockDim.x * gridDim.x <= \length(y);
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> y[i] == 5;
__global__ void neverRuns(int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = 5;
    while (false) {
        if (n <= 0) break;
        value = 6;
        n--;
    }
    y[i] = value;
}

// A loop that is left in another way, too, is unrolled as before.
//@ requires 0 <= n && n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] > 3 ? 1 : 2);
__global__ void onceAtMost(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = 2;
    do {
        if (x[i] <= 3) break;
        value = 1;
    } while (0);
    y[i] = value;
}

// A clause that says who takes part in the coming iteration keeps its meaning.
//@ requires 0 <= n <= \length(y) && gridDim.x == 1;
__global__ void saysWhoRuns(int *y, int n) {
    int i = threadIdx.x;
    while (i < n + 1) {
        //@ invariant 0 <= i && (!\active -> n <= i);
        if (i >= n) break;
        y[i] = 0;
        i += blockDim.x;
    }
}
