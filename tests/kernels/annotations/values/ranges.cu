// Whole ranges of cells, both ends included: equal cell by cell, and equally long.
//% verdict: verified

//@ requires 0 <= n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ requires b[0 .. n - 1] == 0;
//@ ensures b[0 .. n - 1] == a[0 .. n - 1] && a[0 .. n - 1] == \old(a[0 .. n - 1]);
//@ ensures 0 < n -> b[0 .. 0] == a[0];
//@ ensures b[3 .. 2] == a[7 .. 6] && b[3 .. 2] == 42;
__global__ void copy(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}

//@ requires 0 < n && n + 1 <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures b[0 .. n - 1] == \old(a[1 .. n]) && \at(a[1 .. n], Pre) == b[0 .. n - 1];
//@ ensures \forall j. 0 <= j < n -> b[j .. n - 1] == \at(a[j + 1 .. n], Old);
//@ ensures \at(b[0 .. n - 1], Here) == \old(a[1 .. n]);
__global__ void shifted(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i + 1];
}

// Ends in an `\old` are those at entry.
//@ requires \length(a) == 4 && \length(end) == 1 && end[0] == 2;
//@ ensures a[0 .. end[0] - 1] == \old(a[0 .. end[0]]) && end[0] == 3;
__global__ void ends(const int *a, int *end) {
    if (blockIdx.x + threadIdx.x == 0) end[0] = 3;
}

struct Point { float x; int y[2]; };

//@ requires 0 <= n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures b[0 .. n - 1] == a[0 .. n - 1];
//@ ensures n > 0 -> b[0 .. 0] == a[0];
__global__ void objects(const Point *a, Point *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}

//@ requires blockDim.x == 8 && \length(out) == 8 * gridDim.x;
__global__ void shared(int *out) {
    __shared__ int s[8];
    s[threadIdx.x] = 3;
    //@ assert s[0 .. 7] == 3 && \forall b : block. s@b[0 .. 7] == s[0 .. 7];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
//% verdict of shared: safe
