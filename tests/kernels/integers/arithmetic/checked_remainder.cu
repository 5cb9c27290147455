// A remainder overflows for the smallest number by -1 only.
//% verdict: verified
//% options: --ints checked

//@ requires \length(o) == 3 && d != 0 && a > -2147483648 && e != 0;
//@ ensures o[0] == a % d && o[1] == a % 7 && o[2] == u % e;
__global__ void others(long long *o, int a, int d, unsigned u, unsigned e) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    o[0] = a % d;
    o[1] = a % 7;
    o[2] = u % e;
}
