// What a conditional makes of the architecture is what is proved.
//% verdict: verified
//% options: --arch sm_86
#if __CUDA_ARCH__ >= 800
#define FACTOR 2
#else
#define FACTOR 3
#endif

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == 2;
__global__ void by_macro(int *o) { o[blockIdx.x * blockDim.x + threadIdx.x] = FACTOR; }

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 860;
__global__ void by_value(int *o) { o[0] = __CUDA_ARCH__; }
