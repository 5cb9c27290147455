// An index that is written with a conversion is the index.
//% verdict: verified

//@ requires n == \length(x) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> x[i] == \old(x[i]) + 1;
__global__ void once(int *x, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) x[i] += 1;
}

//@ requires n == \length(x);
//@ ensures \forall int i; 0 <= i && i < n ==> x[i] == 2;
__global__ void strided(int *x, int n) {
    for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += (int)(blockDim.x * gridDim.x)) x[i] = 2;
}
