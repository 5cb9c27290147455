// A stable partition in one block: elements whose flag is 0 come first, the others follow, and both keep their order. A scan of the flags
// says where each goes. Of such steps, one for each bit, radix sorting is made.
//
// Proved: for every block size, without an invariant; no two threads write one cell.
//
//% verdict: verified

//@ requires gridDim.x == 1 && blockDim.x <= \length(flag) && blockDim.x <= \length(in) && blockDim.x <= \length(out);
//@ requires \length(s) == blockDim.x;
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] == 0 -> out[count(k, flag[k] == 0, 0, t - 1)] == in[t];
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] != 0
//@   -> out[count(k, flag[k] == 0, 0, blockDim.x - 1) + count(k, flag[k] != 0, 0, t - 1)] == in[t];
__global__ void partition(const int *flag, const float *in, float *out) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    int first = flag[t] == 0;
    s[t] = first;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    int before = s[t] - first;
    out[first ? before : s[blockDim.x - 1] + t - before] = in[t];
}
