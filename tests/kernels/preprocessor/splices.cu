// A backslash at the end of a line is nothing: tokens, comments and annotations go on behind it.
//% verdict: verified
#define SUM(a, b) a +\
    b

//@ ensures (\forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 12) && \
            o[0] + 1 == 13;
__global__ void k(int *o) {
    int numb\
er = 1\
2;
    // This comment goes on \
    number = 7;
    o[blockId\
x.x * blockDim.x + threadIdx.x] = SUM(number, 0);
}

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 42;
#line 42 "generated.cu"
__global__ void numbered(int *o) { o[0] = __LINE__; }
