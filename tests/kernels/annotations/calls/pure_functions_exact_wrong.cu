// `==` of floats in a function is C's, also in a clause: a NaN is not itself, and a zero has two signs.
//% verdict: not-verified
//% options: --float exact

__device__ bool isZero(float v) { return v == 0.0f; }
//@ ensures isZero(x) -> x == 0.0; //~ error: ensures
__global__ void zeros(float x) {}

__device__ bool isItself(float v) { return v == v; }
//@ ensures isItself(x); //~ error: ensures
__global__ void notANumber(float x) {}

__device__ bool truth(float v) { return v; }
//@ ensures !truth(x) -> x == 0.0; //~ error: ensures
__global__ void truths(float x) {}
