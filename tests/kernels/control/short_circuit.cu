// `&&` and `||` guard what stands to the right of them.
//% verdict: verified

//@ requires \length(flag) == n && \length(out) == n && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n && flag[j] != 0 -> out[j] == 1;
//@ ensures \forall j. 0 <= j < n && flag[j] == 0 -> out[j] == 0;
__global__ void normalise(const int *flag, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] != 0) out[i] = 1;
    if (i >= n || flag[i] != 0) return;
    out[i] = 0;
}
