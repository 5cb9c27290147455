// The same, wrong: a `break` too late, behind a store, of another thread's number, and a condition that reads too far.
//% verdict: not-verified

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == 2 * x[i]; //~ error: ensures
__global__ void tooEarly(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        if (i >= n - 1) break;
        y[i] = 2 * x[i];
        i += gridDim.x * blockDim.x;
    }
}

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == 2 * x[i];
__global__ void behindTheStore(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        y[i] = 2 * x[i]; //~ error: bounds
        if (i >= n) break;
        i += gridDim.x * blockDim.x;
    }
}

// The local behind the loop is that of the last iteration that was begun.
//@ requires 1 <= n <= \length(x) && blockDim.x * gridDim.x <= \length(y);
//@ ensures \forall t : thread. y[blockIdx.x@t * blockDim.x + threadIdx.x@t] == n - 1; //~ error: ensures
__global__ void valueBehind(const int *x, int *y, int n) {
    int last = 0;
    for (int k = 0;; k++) {
        last = k;
        if (last >= n) break;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = last;
}

// The condition of the loop does not guard the test any more.
//@ requires 0 <= n <= \length(x) && blockDim.x * gridDim.x <= \length(y);
__global__ void readsTooFar(const int *x, int *y, int n) {
    int k = 0;
    while (k <= n) {
        if (x[k] == 0) break; //~ error: bounds
        k++;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = k;
}

// A barrier that only those reach who do not leave.
//@ requires 0 <= n <= \length(y) && gridDim.x == 1;
__global__ void barrierBehind(int *y, int n) {
    for (int i = threadIdx.x;; i += blockDim.x) {
        if (i >= n) break;
        y[i] = i;
        __syncthreads(); //~ error: barrier
    }
}
