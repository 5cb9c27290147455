// The number of blocks is rounded down: the last elements have no thread.
//% verdict: refuted

//@ requires 0 < n && gridDim.x == \max(1, n / blockDim.x);
//@ ensures \forall j. 0 <= j < n -> y[j] == x[j];
//~^ error: ensures
__global__ void covered(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
