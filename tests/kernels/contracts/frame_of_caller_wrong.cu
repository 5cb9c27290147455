// The function writes what the kernel must not write.
//% verdict: not-verified

//@ requires blockDim.x <= \length(a);
//@ ensures \forall j. 0 <= j < blockDim.x -> a[j] == 1;
__device__ void fill(int *a) { a[threadIdx.x] = 1; } //~ error: ensures

//@ requires gridDim.x == 1 && blockDim.x <= \length(a);
//@ writes a[1 .. blockDim.x];
__global__ void most(int *a) { fill(a); }
