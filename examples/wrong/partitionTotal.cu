// A stable partition where the others begin behind those that come first so far, and not behind all of them.
//
// Found: two elements go to one place.
//
//% verdict: refuted

//@ requires gridDim.x == 1 && blockDim.x <= \length(flag) && blockDim.x <= \length(in) && blockDim.x <= \length(out);
//@ requires \length(s) == blockDim.x;
//@ ensures \forall t. 0 <= t < blockDim.x && flag[t] == 0 -> out[count(k, flag[k] == 0, 0, t - 1)] == in[t];
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
    int before = s[t] - first;
    out[first ? before : s[t] + t - before] = in[t]; //~ error: race
}
