// What is assumed of numbers contradicts the launch, or every run: what is proved then holds of nothing (CLAUSE-26).
//% verdict: unknown

// The place fits no launch of this size.
//@ requires blockDim.x == 1024 && gridDim.x == 1024;
//@ requires gridDim.x <= \length(a);
//@ ensures a[0] == 7;
__global__ void place(int *a) {
    int i = (int)(blockIdx.x * blockDim.x * 8192u + threadIdx.x);
    a[blockIdx.x] = 1;
}

// A run ends in exact numbers alone.
//@ requires 1 <= \length(a);
//@ ensures a[0] == 7;
__global__ void down(int *a, unsigned n) {
    unsigned i = n;
    while (i >= 0) i--;
}
