// A variant that does not decrease for everybody.
//% run: --block 2 --arg step=1 -> ok
//% run: --block 2 --arg step=0 -> variant@9
__global__ void k(int step) {
    int i = 0;
    int rounds = 0;
    while (i < 4 && rounds < 3) {
        //@ invariant 0 <= i;
        //@ variant 4 - i;
        i += threadIdx.x == 0 ? 1 : step;
        rounds++;
    }
}
