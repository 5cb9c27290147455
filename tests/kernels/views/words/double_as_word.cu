// A double is set by compare and swap on its bits: of what is written nothing is known.
//% verdict: verified

//@ requires 0 <= cell && cell < \length(sums);
//@ ensures \forall j. 0 <= j < \length(sums) && j != cell -> sums[j] == \old(sums[j]);
__global__ void setDouble(double *sums, int cell, unsigned long long wanted) {
    unsigned long long *bits = (unsigned long long *)&sums[cell];
    unsigned long long assumed = 0;
    unsigned long long old = atomicCAS(bits, assumed, wanted);
    if (old != assumed) {
        assumed = old;
        old = atomicCAS(bits, assumed, wanted);
    }
}
