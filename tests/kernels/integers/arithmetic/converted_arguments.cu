// Functions of one type convert their arguments to it (LOOKUP-17).
//
//% verdict: verified

//@ requires 2 <= \length(c);
//@ ensures c[0] == 4294967295 && c[1] == 9;
__global__ void as_unsigned(unsigned *c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        c[0] = umax(-1, 3);
        c[1] = umin(-1, 9);
    }
}

//@ requires 3 <= \length(c);
//@ ensures c[0] == 3 && c[1] == 8 && c[2] == 18446744073709551615;
__global__ void as_long(unsigned long long *c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        c[0] = std::labs(-3.7);
        c[1] = sizeof(labs(-4));
        c[2] = ullmax(-1, 3u);
    }
}
