// Clauses before member functions are not looked at, which is said; calls are inlined.
//
//% verdict: verified
//% verdict of not_assumed: not-verified

struct S {
    int v;
    //@ ensures \result == v;
    __device__ int outside() const;
    //@ ensures \result == 3;
    __device__ int inside() const { return v + 1; }
};
__device__ int S::outside() const { return v; }

//@ requires \length(a) == 1;
//@ ensures a[0] == 9;
__global__ void inlined(int *a) {
    S s = {4};
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = s.outside() + s.inside();
}

//@ requires \length(a) == 1;
//@ ensures a[0] == 3; //~ error: ensures
__global__ void not_assumed(int *a) {
    S s = {4};
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = s.inside();
}
