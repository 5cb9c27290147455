// With exact floats every operation is taken as it is: the contract repeats the program's order.
//% verdict: verified
//% options: --float exact

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> y[j] == alpha * x[j] + \old(y[j]);
__global__ void saxpy(int n, float alpha, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = alpha * x[i] + y[i];
}
