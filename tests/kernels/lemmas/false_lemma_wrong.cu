//% verdict: not-verified
// The kernel would follow from the lemma, but the lemma is false.

//@ lemma squares_grow(int x): x * x > x; trigger x * x; //~ error: lemma

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] > j; //~ error: ensures
__global__ void squares(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i * i;
}
