// Stream compaction: elements whose flag is set go to the position that a prefix sum has found for them.
//
// Proved: every such element stands at the number of flags set before it, so order is kept and the output has no gap, and
// nothing is written behind the last one. No two threads race: positions of set flags increase strictly, a fact that the
// tool finds in the contract by itself.
//
//% verdict: verified

//@ requires n <= \length(flag) && n <= \length(position) && n <= \length(in) && n <= \length(out);
//@ requires n <= blockDim.x * gridDim.x && \forall t. 0 <= t < n -> position[t] == count(k, flag[k] != 0, 0, t - 1);
//@ ensures \forall t. 0 <= t < n && flag[t] != 0 -> out[count(k, flag[k] != 0, 0, t - 1)] == in[t];
//@ ensures \forall j. j >= count(k, flag[k] != 0, 0, n - 1) -> out[j] == \old(out[j]);
__global__ void compact(const int *flag, const int *position, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i]) out[position[i]] = in[i];
}
