// 1 is no identity of addition: the laws are not proved, and of one value nothing is known.
//% verdict: not-verified
//% verdict of add/law/associative: verified

//@ operator add(int x, int y) = x + y identity 1; //~ error: lemma
//@ requires gridDim.x == 1 && 1 <= \length(a) && \length(out) == 1;
//@ ensures out[0] == fold(add, k, a[k], 0, 0); //~ error: ensures
__global__ void one(const int *a, int *out) {
    if (threadIdx.x == 0) out[0] = a[0];
}
