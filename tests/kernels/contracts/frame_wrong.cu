// The function writes a cell more than it says.
//% verdict: not-verified

//@ requires blockDim.x + 1 <= \length(a);
//@ writes a[0 .. blockDim.x - 1];
__device__ void fill(int *a) {
    a[threadIdx.x] = 1;
    if (threadIdx.x == 0) a[blockDim.x] = 1; //~ error: ensures
}

//@ requires gridDim.x == 1 && blockDim.x + 1 <= \length(a);
//@ ensures a[blockDim.x] == \old(a[blockDim.x]); //~ error: ensures
__global__ void all(int *a) { fill(a); }
