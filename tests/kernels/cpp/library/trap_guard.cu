// Nobody comes to `__trap` under the contract; what follows it holds for those who went on.
//% verdict: verified

//@ requires 0 <= k && k < \length(table) && gridDim.x * blockDim.x <= \length(out);
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> out[i] == table[k];
__global__ void looked_up(int *out, const int *table, int k) {
    if (k < 0) __trap();
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[k];
}

__device__ int checked(int value, int most) {
    if (value > most) {
        asm("trap;");
    }
    return value;
}

//@ requires n <= \length(a) && n <= gridDim.x * blockDim.x;
//@ requires \forall i. 0 <= i < n -> a[i] <= 9;
//@ ensures \forall i. 0 <= i < n -> a[i] == \old(a[i]) + 1;
__global__ void counted(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = checked(a[i], 9) + 1;
}
