// A plain write beside the compare and swap on the same double.
//% verdict: refuted

//@ requires \length(sums) >= 1;
__global__ void addAndClear(double *sums) {
    atomicCAS((unsigned long long *)&sums[0], 0ull, 1ull); //~ error: race
    if (threadIdx.x == 0 && blockIdx.x == 0) sums[0] = 0;
}
