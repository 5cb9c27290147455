// What follows a call knows of it what the contract says, not what the body does.
//% verdict: not-verified

//@ ensures \result > x;
__device__ int next(int x) { return x + 1; }

//@ requires blockDim.x * gridDim.x <= \length(a);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> a[j] == j + 1; //~ error: ensures
__global__ void steps(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = next(i);
}
