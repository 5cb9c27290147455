// nvcc includes <assert.h> before the file begins: a macro that the file defines comes too late, unless it includes it again.
//% verdict: not-verified
#define NDEBUG

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void k(int *o, int n) {
    assert(n == 77); //~ error
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
