// `break` where `continue` is meant: a thread stops at its first masked element.
//% verdict: refuted

//@ ghost int m;
//@ requires gridDim.x == 1 && n == m * blockDim.x;
//@ ensures \forall j. 0 <= j < n && mask[j] != 0 -> out[j] == in[j];
//~^ error: ensures
__global__ void maskedCopy(const int *mask, const float *in, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        //@ invariant \active -> i == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall j. 0 <= j < n && j < loop_count * blockDim.x && mask[j] != 0 -> out[j] == in[j];
        //~^ error: invariant-preserved
        if (mask[i] == 0) break;
        out[i] = in[i];
    }
}
