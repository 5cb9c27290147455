// The first thread does not meet what the function requires.
//% verdict: not-verified

//@ requires 0 < x; //~ error: assert
//@ ensures \result == 12 / x;
__device__ int part(int x) { return 12 / x; }

//@ requires blockDim.x * gridDim.x <= \length(a);
__global__ void parts(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = part(i);
}
