// A stable partition where an element counts itself.
//
// Found: everything is one place too far, or one too near.
//
//% verdict: refuted

//@ requires gridDim.x == 1 && blockDim.x <= \length(flag) && blockDim.x <= \length(in) && blockDim.x <= \length(out);
//@ requires \length(s) == blockDim.x;
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] == 0 -> out[count(k, flag[k] == 0, 0, t - 1)] == in[t]; //~ error: ensures
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] != 0 -> out[count(k, flag[k] == 0, 0, blockDim.x - 1) + count(k, flag[k] != 0, 0, t - 1)] == in[t]; //~ error: ensures
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
    int before = s[t];
    out[first ? before : s[blockDim.x - 1] + t - before] = in[t]; //~ error: bounds
//~^ error: race
}
