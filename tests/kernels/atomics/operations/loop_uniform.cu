// Every thread counts as often: the sum is that of one thread, times their number.
//% verdict: verified

//@ requires 0 <= n;
//@ ensures total[0] == \old(total[0]) + n * blockDim.x * gridDim.x;
__global__ void everybody(int *total, int n) {
    for (int i = 0; i < n; i++)
        atomicAdd(&total[0], 1);
}
