// LOOP-41: a cell that several iterations write holds what the last of them wrote.
//% verdict: refuted

// The first place stays empty.
//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n < \length(x) && n < \length(y);
//@ ensures \forall i. 0 <= i < n && x[i] > 0 -> y[count(k, x[k] > 0, 0, i - 1)] == x[i]; //~ error: ensures
__global__ void countedBefore(const float *x, float *y, int n) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) {
            m++;
            y[m] = x[i];
        }
    }
}

// What is not counted is written over.
//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n && x[i] > 0 -> y[count(k, x[k] > 1, 0, i - 1)] == x[i]; //~ error: ensures
__global__ void otherCount(const float *x, float *y, int n) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) {
            y[m] = x[i];
            if (x[i] > 1) m++;
        }
    }
}

// Only behind what small launches have.
//% verdict of farBehind: not-verified
//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n && x[i] > 0 -> y[count(k, x[k] > 0, 0, i - 1)] == x[i]; //~ error: ensures
__global__ void farBehind(const float *x, float *y, int n) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) {
            y[m] = i == 5000 ? 0 : x[i];
            m++;
        }
    }
}
