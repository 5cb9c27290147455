// Beyond the type's range a float gives any integer, and the program is not refuted.
//% verdict: not-verified

//@ requires \length(o) == 1 && x == 3e9;
//@ ensures o[0] == 3000000000; //~ error: ensures
__global__ void kept(long long *o, double x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (int)x;
}

//@ requires \length(o) == 1 && x == -1;
//@ ensures o[0] == 0; //~ error: ensures
__global__ void negative(unsigned *o, float x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (unsigned)x;
}

//@ requires \length(o) == 1 && x == 300;
//@ ensures o[0] == 44; //~ error: ensures
__global__ void narrow(unsigned char *o, float x) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (unsigned char)x;
}
