// One cell that differs, or another length, and ranges are not equal.
//% verdict: not-verified

//@ requires 1 < n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures b[0 .. n - 1] == a[0 .. n - 1]; //~ error: ensures
__global__ void allButOne(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) b[i] = a[i];
}

//@ requires \length(a) == 4;
//@ ensures a[0 .. 2] == a[0 .. 1]; //~ error: ensures
__global__ void lengths(const int *a) {}

//@ requires \length(a) == 4;
//@ ensures a[0 .. 2] == a[1 .. 3]; //~ error: ensures
__global__ void moved(const int *a) {}

//@ requires \length(a) == 4;
//@ ensures a[0 .. n] == a[0 .. n]; //~ error: division
__global__ void outside(const int *a, int n) {}

//@ requires \length(a) == 4;
//@ ensures a[0 .. 3] == \old(a[0 .. 3]); //~ error: ensures
__global__ void changed(int *a) { if (blockIdx.x + threadIdx.x == 0) a[2] = 7; }

// Ends in an `\old` are those at entry, outside of it those at the end.
//@ requires \length(a) == 4 && \length(end) == 1 && end[0] == 2;
//@ ensures a[0 .. end[0]] == \old(a[0 .. end[0]]); //~ error: ensures
__global__ void ends(const int *a, int *end) {
    if (blockIdx.x + threadIdx.x == 0) end[0] = 3;
}

//@ requires \length(a) == 4;
//@ ensures a[0 .. 3] == a[0]; //~ error: ensures
__global__ void scalar(const int *a) {}
