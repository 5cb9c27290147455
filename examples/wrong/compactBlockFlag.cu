// Stream compaction in one block that adds up the flags as they are, not only whether they are set.
//
// Found: flags other than 0 and 1 leave gaps.
//
//% verdict: refuted

//@ requires blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, \old(s[k]), 0, j - 1);
__device__ void exclusiveScan(int *s) {
    int t = threadIdx.x;
    int own = s[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, \old(s[k]), \max(0, j - d + 1), j);
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    s[t] -= own;
}

//@ requires gridDim.x == 1 && blockDim.x <= \length(flag) && blockDim.x <= \length(in) && blockDim.x <= \length(out);
//@ requires \length(to) == blockDim.x;
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] != 0 -> out[sum(k, flag[k] != 0 ? 1 : 0, 0, t - 1)] == in[t]; //~ error: ensures
//@ ensures \forall j. j >= sum(k, flag[k] != 0 ? 1 : 0, 0, blockDim.x - 1) -> out[j] == \old(out[j]); //~ error: ensures
__global__ void compactBlock(const int *flag, const float *in, float *out) {
    extern __shared__ int to[];
    int t = threadIdx.x;
    to[t] = flag[t];
    exclusiveScan(to);
    if (flag[t]) out[to[t]] = in[t]; //~ error
}
