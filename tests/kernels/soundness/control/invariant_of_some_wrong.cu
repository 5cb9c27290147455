// What is preserved for most threads is not preserved for all: the last thread runs once more.
//% verdict: unknown

//@ requires gridDim.x == 1 && 0 <= n;
__global__ void counting(int *out, int n) {
    int k = 0;
    int limit = threadIdx.x == blockDim.x - 1 ? n + 1 : n;
    while (k < limit) {
        //@ invariant 0 <= k <= n;
        //~^ error: invariant-preserved
        k++;
    }
    out[threadIdx.x] = k;
}
