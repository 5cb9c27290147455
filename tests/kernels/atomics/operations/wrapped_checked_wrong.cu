// A plain sum overflows where another one of the cell has wrapped to its largest value before.
//% options: --ints checked
//% verdict: not-verified

//@ requires 1 <= \length(c) && c[0] == 0 && gridDim.x == 1 && blockDim.x == 2;
__global__ void overflows(unsigned *c) {
    if (threadIdx.x == 0) atomicAdd(c, 5u); //~ error: overflow
    if (threadIdx.x == 1) {
        //@ wraps;
        atomicAdd(c, 4294967295u);
    }
}
