// CUDA's rarer functions, too, are chosen before the file's that fit less well (LOOKUP-17).
//
//% verdict: verified
//% verdict of rounded: not-verified

__device__ int lround(int x) { return 77; }
__device__ int __byte_perm(int x) { return 78; }
__device__ unsigned __vaddus4(int x, int y) { return 79; }
__device__ float4 make_float4(float x) { return make_float4(x, x, x, x); }

//@ requires \length(c) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures c[0] == 77; //~ error: ensures
__global__ void rounded(int *c) { c[0] = lround(4.0f); }

//@ requires \length(c) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures c[0] == 77;
__global__ void whole(int *c) { c[0] = lround(4); }

//@ requires \length(c) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures c[0] == 78;
__global__ void fewer(int *c) { c[0] = __byte_perm(1.0f); }

//@ requires \length(c) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures c[0] == 79;
__global__ void exact(int *c) { c[0] = __vaddus4(1, 2); }

//@ requires \length(c) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures c[0] == 3;
__global__ void of_one(float *c) { c[0] = make_float4(3).y; }
