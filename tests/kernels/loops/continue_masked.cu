// Elements whose mask is zero are skipped with `continue`; the step of the loop still happens.
//% verdict: verified

//@ ghost int m;
//@ requires gridDim.x == 1 && n == m * blockDim.x;
//@ ensures \forall j. 0 <= j < n && mask[j] != 0 -> out[j] == in[j];
//@ ensures \forall j. 0 <= j < n && mask[j] == 0 -> out[j] == \old(out[j]);
__global__ void maskedCopy(const int *mask, const float *in, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        //@ invariant i == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < loop_count * blockDim.x && mask[j] != 0 -> out[j] == in[j];
        //@ invariant \forall j. 0 <= j && (mask[j] == 0 || loop_count * blockDim.x <= j) -> out[j] == \old(out[j]);
        if (mask[i] == 0) continue;
        out[i] = in[i];
    }
}
