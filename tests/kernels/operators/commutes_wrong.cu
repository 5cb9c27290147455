// That operands may change places is no law.
//% verdict: not-verified

//@ operator plus(int x, int y) identity e;
__device__ int plus(int x, int y);

//@ lemma commutes(int x, int y): plus(x, y) == plus(y, x); //~ error: lemma
//@ requires gridDim.x == 1 && \length(out) == 1 && 2 <= \length(a);
//@ ensures out[0] == plus(a[1], a[0]); //~ error: ensures
__global__ void swapped(const int *a, int *out) {
    if (threadIdx.x == 0) out[0] = plus(a[0], a[1]);
}
