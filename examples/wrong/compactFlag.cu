// Stream compaction that forgets to test the flag.
//
// Found: elements that are left out overwrite others.
//
//% verdict: refuted

//@ requires n <= \length(flag) && n <= \length(position) && n <= \length(in) && n <= \length(out);
//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall t. 0 <= t < n -> position[t] == count(k, flag[k] != 0, 0, t - 1);
//@ ensures \forall t. 0 <= t < n && flag[t] != 0 -> out[count(k, flag[k] != 0, 0, t - 1)] == in[t];
//~^ error: ensures
//@ ensures \forall j. j >= count(k, flag[k] != 0, 0, n - 1) -> out[j] == \old(out[j]);
//~^ error: ensures
__global__ void compact(const int *flag, const int *position, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[position[i]] = in[i]; //~ error: race
}
