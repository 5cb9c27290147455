// In exact floats what rounds in another direction is a function of its own: the same of the same numbers (VALUE-31).
//% verdict: verified
//% options: --float exact

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(once) && n <= \length(again);
//@ ensures \forall i. 0 <= i < n -> once[i] == again[i];
__global__ void twice(const float *a, const float *b, float *once, float *again, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float difference = __fsub_rz(a[i], b[i]);
    once[i] = __fdiv_rz(difference, b[i]);
    again[i] = __fdiv_rz(__fsub_rz(a[i], b[i]), b[i]);
}
