// The check comes after the access that it should guard.
//% verdict: refuted

//@ requires 0 <= n <= \length(flag) && \length(flag) == n && \length(out) == n;
__global__ void normalise(const int *flag, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (flag[i] != 0 && i < n) { //~ error: bounds
        out[i] = 1;
    }
}
