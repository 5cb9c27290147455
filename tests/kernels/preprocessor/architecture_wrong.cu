// Without an option device code is compiled for sm_70.
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 2; //~ error
__global__ void k(int *o) {
#if __CUDA_ARCH__ >= 800
    o[0] = 2;
#else
    o[0] = 3;
#endif
}
