// Truth values as values, stored and negated.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> (flag[j] <-> x[j] > limit);
//@ ensures \forall j. 0 <= j < n -> count[j] == (x[j] > limit ? 1 : 0) + (x[j] < 0 ? 1 : 0);
__global__ void flags(const float *x, bool *flag, int *count, int n, float limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool above = x[i] > limit;
    flag[i] = !(!above);
    count[i] = above + (x[i] < 0);
}
