// Loops after which a variable may still be undefined.
//% verdict: refuted

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void not_run(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) x = a[i];
    o[threadIdx.x] = x; //~ error: initialised
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void only_where_positive(int *o, const int *a, int n) {
    int x; //~ error: initialised
    for (int i = 0; i < n; i++)
        if (a[i] > 0) x = a[i];
    o[threadIdx.x] = x; //~ error: initialised
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void left_before(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) {
        if (a[i] > 3) break;
        x = a[i];
    }
    o[threadIdx.x] = x; //~ error: initialised
}
