// Ghosts are known to annotations only: what a name means in the program they do not change (CALL-19).
//
//% verdict: verified

namespace other {
__constant__ int m;
}

//@ ghost int m;
//@ requires m == 5 && n == m && 1 <= \length(c);
//@ ensures c[0] == m;
__global__ void apart(int *c, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = n;
}

//@ ghost int m;
//@ requires m == 5 && 1 <= \length(c);
//@ ensures c[0] == 8;
__global__ void hidden(int *c) {
    //@ assert m == 5;
    int m = 3;
    //@ assert m == 3;
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = m + 5;
}
