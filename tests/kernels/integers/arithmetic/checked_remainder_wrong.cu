// The smallest `int` has neither a quotient nor a remainder by -1.
//% verdict: not-verified
//% options: --ints checked

//@ requires \length(o) == 1 && d != 0;
__global__ void of_two(int *o, int a, int d) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = a % d; //~ error: overflow
}

//@ requires \length(o) == 1;
__global__ void of_one(long long *o, long long a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = a % -1; //~ error: overflow
}
