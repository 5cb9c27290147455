// The usual launch: as many blocks as it takes, computed with a rounded-up division.
//% verdict: verified

//@ requires 0 < n && gridDim.x == (n + blockDim.x - 1) / blockDim.x;
//@ ensures \forall j. 0 <= j < n -> y[j] == x[j];
__global__ void covered(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
