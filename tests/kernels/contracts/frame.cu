// Cells that a call does not write keep their values, and so does an array that is not listed.
//% verdict: verified

//@ requires 0 <= lo && lo + blockDim.x <= \length(a) && blockDim.x <= \length(b);
//@ writes a[lo .. lo + blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> a[lo + j] == b[j];
__device__ void copyTo(int *a, int lo, int *b) { a[lo + threadIdx.x] = b[threadIdx.x]; }

//@ requires gridDim.x == 1 && 3 * blockDim.x <= \length(a) && blockDim.x <= \length(b);
//@ requires \forall j. 0 <= j < 3 * blockDim.x -> a[j] == j;
//@ requires \forall j. 0 <= j < blockDim.x -> b[j] == -1;
//@ writes a[blockDim.x .. 2 * blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> a[j] == j && a[j + 2 * blockDim.x] == j + 2 * blockDim.x && a[j + blockDim.x] == b[j];
//@ ensures \forall j. 0 <= j < blockDim.x -> b[j] == -1;
__global__ void middle(int *a, int *b) { copyTo(a, blockDim.x, b); }
