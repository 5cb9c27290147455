// Loops whose iterations depend on each other, or do something else than the contract says.
//% verdict: not-verified

//@ requires 0 <= n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == in[j];
//~^ error: ensures
__global__ void strideTooLong(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x + 1)
        out[i] = in[i]; //~ error: race
}

//@ requires 1 <= n < \length(x);
//@ ensures \forall j. 0 <= j < n -> x[j + 1] == \old(x[j]);
//~^ error: ensures
__global__ void shiftSelf(int *x, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < n; i++)
            x[i + 1] = x[i];
}

//@ requires 1 <= n <= \length(x);
//@ ensures x[0] == 0;
//~^ error: ensures
__global__ void sameCell(int *x, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < n; i++)
            x[0] = i;
}

//@ requires 1 <= n <= \length(x) && s >= 0;
//@ ensures x[0] == 0;
//~^ error: ensures
__global__ void strideMaybeZero(int *x, int n, int s) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i < 4 * n; i++)
            if (i * s < n) x[i * s] = i;
}

//@ requires 0 <= n <= \length(in) && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, n - 1);
//~^ error: ensures
__global__ void offByOne(const int *in, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 0;
        for (int k = 1; k < n; k++) s += in[k];
        out[0] = s;
    }
}

//@ requires 0 <= n <= \length(in) && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, n - 1);
//~^ error: ensures
__global__ void dependsOnSum(const int *in, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < n; k++) s += (s > 10 ? 0 : in[k]);
        out[0] = s;
    }
}

//@ requires 0 <= n <= \length(in) && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, n - 1);
//~^ error: ensures
__global__ void breaks(const int *in, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < n; k++) { if (in[k] < 0) break; s += in[k]; }
        out[0] = s;
    }
}

//@ requires 1 <= n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == j;
//~^ error: ensures
__global__ void notEqual(int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int i = 0; i != n; i += 2) if (i < n && 0 <= i) out[i] = i;
}

//@ requires 1 <= n < \length(x) && n < \length(y) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> y[j] == \old(x[j + 1]) + 1;
//~^ error: ensures
__global__ void readsWhatIsWritten(int *x, int *y, int n) {
    for (int i = n - 1; i >= 0; i--) {
        x[i] = 0;
        y[i] = x[i + 1] + 1;
    }
}

//@ requires 1 <= n <= \length(x) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> x[j] == j;
//~^ error: ensures
__global__ void counterUnderCondition(int *x, int n) {
    int k = 0;
    for (int i = 0; i < n; i++) {
        x[k] = i;
        if (i % 2 == 0)
            k++;
    }
}

//@ requires 2 <= n <= \length(x) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < n -> x[j] == \old(x[j]) + 1;
//~^ error: ensures
__global__ void guardReadsWhatIsWritten(int *x, int n) {
    for (int i = 0; i < n && x[n - 1] == 0; i++)
        x[n - 1 - i] = x[n - 1 - i] + 1;
}

//@ requires 1 <= n && blockDim.x == 2 && gridDim.x == 1 && \length(x) == 2 * n;
//@ ensures \forall j. 0 <= j < n -> x[j] == 0;
//~^ error: ensures
__global__ void twoThreadsOneCell(int *x, int n) {
    for (int i = 0; i < n; i++)
        x[i + (threadIdx.x == 1 ? n - 1 : 0)] = threadIdx.x; //~ error: race
}

//@ requires 1 <= n <= \length(in) && blockDim.x == 1 && gridDim.x == 1 && \length(out) == 1;
//@ ensures out[0] == sum(k, in[k], 0, n - 1);
//~^ error: ensures
__global__ void sumOfSums(const int *in, int *out, int n) {
    int s = 0, total = 0;
    for (int k = 0; k < n; k++) {
        s += in[k];
        total += s;
    }
    out[0] = total;
}
