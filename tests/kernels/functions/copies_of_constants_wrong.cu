// The argument of a parameter by value is `const`, but not the parameter; and what is written to the parameter does not reach the argument.
//% verdict: refuted

struct Pair {
    int a[2];
};

__device__ int kind(int *cell) { return 1; }
__device__ int kind(const int *cell) { return 2; }
__device__ void clear(int *cell) { *cell = 0; }

__device__ int of_copy(Pair pair) { return kind(pair.a); }
__device__ int cleared(Pair pair) {
    clear(pair.a);
    return pair.a[0];
}

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 2; //~ error: ensures
__global__ void chosen(int *o) {
    const Pair pair = {{1, 2}};
    o[0] = of_copy(pair);
}

//@ requires \length(o) == 2 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[1] == 0; //~ error: ensures
__global__ void written(int *o) {
    Pair pair = {{1, 2}};
    o[0] = cleared(pair);
    o[1] = pair.a[0];
}
