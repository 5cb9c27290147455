// In `ensures` a parameter means its value at entry, also when the kernel changes it.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n / 2 -> out[j] == \old(out[j]) + n;
//@ ensures \forall j. n / 2 <= j -> out[j] == \old(out[j]);
__global__ void firstHalf(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int all = n;
    n = n / 2;
    if (i < n) out[i] += all;
}
