// What is larger than a place in the launch may wrap.
//% verdict: not-verified

//@ requires n == \length(x);
__global__ void four_each(float *x, int n) {
    int i = (int)(4u * (blockIdx.x * blockDim.x + threadIdx.x));
    if (i < n) x[i] += 1; //~ error: bounds
}

//@ requires n == \length(x);
__global__ void further_on(float *x, int n, unsigned first) {
    int i = (int)(first + blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) x[i] += 1; //~ error: bounds
}
