// The body does not do what the contract says when `x` is 7.
//% verdict: not-verified

//@ requires 0 <= x;
//@ ensures \result == x + 1; //~ error: ensures
__device__ int next(int x) {
    if (x == 7) return 9;
    return x + 1;
}

//@ requires blockDim.x * gridDim.x <= \length(a) && 8 <= blockDim.x;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> a[j] == j + 1;
__global__ void steps(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = next(i);
}
