// Without NDEBUG, or with it behind the last inclusion of <cassert>, assertions are checked; with it nothing follows from them.
//% verdict: not-verified
#include <cassert>
#define NDEBUG

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void behind_the_inclusion(int *o, int n) {
    assert(n == 77); //~ error
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

#include <cassert>

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 77; //~ error
__global__ void nothing_follows(int *o, int n) {
    assert(n == 77);
    o[0] = n;
}

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 1; //~ error
__global__ void effect_is_gone(int *o) {
    int i = 0;
    assert(++i == 1);
    o[0] = i;
}

#undef NDEBUG
#include <assert.h>

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 1;
__global__ void checked_again(int *o, int n) {
    assert(n == 77); //~ error
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
