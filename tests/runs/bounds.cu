// Every dimension is checked; arrays whose length nobody mentions are not.
//% run: --block 3 --arg a=random(3) --arg off=0 --arg free=[] -> ok
//% run: --block 3 --arg a=random(3) --arg off=1 --arg free=[] -> bounds@12
//% run: --block 3 --arg a=random(3) --arg off=-1 --arg free=[] -> bounds@12
//% run: --block 3 --arg a=random(5) --arg off=2 --arg free=[] -> bounds@13
//% run: --block 3 --arg a=random(3) --arg off=0 --arg free=null -> bounds@14
//@ requires 0 < \length(a);
__global__ void k(int *a, int off, int *free) {
    __shared__ int square[2][3];
    int t = threadIdx.x;

    int got = a[t + off];
    square[off][t] = got;
    free[t + 1000000000] = got;
}
