// A name for a value says no more than the value.
//% verdict: not-verified

//@ requires n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> \let half = n / 2; a[j] == half; //~ error: ensures
__global__ void ramp(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}

// Capture would make it true.
//@ ensures \forall j. \let m = j + 1; \exists j. j < 2 && m == j + 1; //~ error: ensures
__global__ void names(int n) {}

// What is named must be defined where it is used.
//@ ensures \let q = n / n; q == q; //~ error: division
__global__ void undefined(int n) {}
