// Every program that the file is on some architecture is proved.
//% verdict: verified
//% options: --arch all
//% verdict of k@sm_80: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 3; //~ error
__global__ void k(int *o) {
#if __CUDA_ARCH__ >= 800
    o[0] = 2;
#else
    o[0] = 3;
#endif
}
