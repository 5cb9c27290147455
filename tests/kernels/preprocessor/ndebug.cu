// With NDEBUG at the last inclusion of <cassert>, an assertion is no statement: neither checked nor executed.
//% verdict: verified
#define NDEBUG
#include <cassert>

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void not_checked(int *o, int n) {
    assert(n == 77);
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 0;
__global__ void not_executed(int *o) {
    int i = 0;
    assert(++i == 1);
    o[0] = i;
}

#undef NDEBUG
#include <assert.h>

//@ requires n == 77;
//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void checked_again(int *o, int n) {
    assert(n == 77);
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
