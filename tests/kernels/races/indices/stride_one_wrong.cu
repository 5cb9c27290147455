// Every thread walks over the rest of the array: a later iteration of one meets an earlier one of another.
//% verdict: not-verified

//@ requires gridDim.x == 1;
__global__ void strideOne(int *a, int n) {
    for (int i = threadIdx.x; i < n; i++) a[i] = i; //~ error: race
}
