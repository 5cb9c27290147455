// White space would make two numbers, or end the comment; `#line` moves `__LINE__` but no diagnostic.
//% verdict: not-verified

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 7; //~ error
__global__ void k(int *o) {
    int number = 1\
2;
    // This comment goes on \
    number = 7;
    o[blockIdx.x * blockDim.x + threadIdx.x] = number;
}

#line 42
//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 16; //~ error
__global__ void numbered(int *o) { o[0] = __LINE__; }
