// -D NDEBUG is there before nvcc includes <assert.h>, and `#undef` alone does not bring assertions back.
//% verdict: verified
//% options: -D NDEBUG
#undef NDEBUG

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void k(int *o, int n) {
    assert(n == 77);
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
