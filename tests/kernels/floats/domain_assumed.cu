// That operations on floats give real numbers may be taken for granted.
//% verdict: verified
//% options: --assume float-domain

//@ requires n == \length(x) && n == \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == sqrtf(x[i] / d);
__global__ void quotient(const float *x, float *y, int n, float d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = sqrtf(x[i] / d);
}
