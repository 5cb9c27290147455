// That a float is divided by 0, or that a function has no value there, is no error of the program: CUDA defines it, real numbers do not.
//% verdict: not-verified
//% verdict of race_beside: refuted

//@ requires n == \length(x) && n <= blockDim.x * gridDim.x;
__global__ void quotient(float *x, int n, float d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] / d; //~ error: division
}

//@ requires n == \length(x);
__global__ void root(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = sqrtf(x[i]) + logf(x[i]) + rsqrtf(x[i]) + acosf(x[i]) + fmodf(x[i], x[i]); //~ error: division
}

//@ requires \length(x) == 1;
__global__ void race_beside(float *x, float d) {
    x[0] = threadIdx.x / d;
    //~^ error: race
    //~^^ error: division
}
