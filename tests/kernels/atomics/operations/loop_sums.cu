// Two sums over the whole input, by atomics that stand under conditions and are in one iteration both.
//% verdict: verified

//@ requires 0 <= n;
//@ ensures out[0] == \old(out[0]) + sum(k, in[k] > 0 ? in[k] : 0, 0, n - 1) - sum(k, in[k] < -3 ? 1 : 0, 0, n - 1);
//@ ensures out[1] == \old(out[1]) + 2 * n;
//@ ensures \forall u. u < 0 || u > 1 -> out[u] == \old(out[u]);
__global__ void sums(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (in[i] > 0)
            atomicAdd(&out[0], in[i]);
        else if (in[i] < -3)
            atomicSub(&out[0], 1);
        atomicAdd(&out[1], 2);
    }
}
