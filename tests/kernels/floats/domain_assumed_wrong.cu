// Of integers a division by 0 is an error all the same.
//% verdict: refuted
//% options: --assume float-domain

//@ requires n == \length(x) && n <= blockDim.x * gridDim.x;
__global__ void quotient(int *x, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] / d; //~ error: division
}
