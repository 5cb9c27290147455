// Where elements go is only known to grow by one at every element that is kept, as any prefix sum of flags does. That is
// enough for no two of them to go to one place.
//% verdict: safe

//@ requires n <= \length(flag) && n <= \length(position) && n <= \length(in) && blockDim.x * gridDim.x == n;
//@ requires \forall i, j. 0 <= i < j < n -> position[i] + (flag[i] ? 1 : 0) <= position[j];
//@ requires \forall i. 0 <= i < n -> 0 <= position[i];
__global__ void compact(const bool *flag, const int *position, const float *in, float *out, int n) {
    __shared__ int to[1024];
    __shared__ bool keep[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    to[t] = position[i];
    keep[t] = flag[i];
    //@ barrier_invariant t < \other(t) -> to[t] + (keep[t] ? 1 : 0) <= \other(to[t]);
    __syncthreads();
    if (keep[t]) out[to[t]] = in[i];
}
