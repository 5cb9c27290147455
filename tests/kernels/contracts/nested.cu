// A function that calls another one by contract, and one without a contract.
//% verdict: verified

__device__ int twice(int x) { return 2 * x; }

//@ requires 0 <= x;
//@ ensures \result >= 2 * x + 1;
__device__ int more(int x) { return twice(x) + 1; }

//@ requires 0 <= x;
//@ ensures \result >= 4 * x + 3;
__device__ int muchMore(int x) {
    int y = more(x);
    return more(y);
}

//@ requires blockDim.x * gridDim.x <= \length(a);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> a[j] > 4 * j;
__global__ void all(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = muchMore(i);
}
