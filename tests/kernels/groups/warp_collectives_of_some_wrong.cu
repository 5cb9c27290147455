// A sum of the first lanes of a warp is not that of all, and without any lane it is left open.
//% verdict: refuted

#include <cub/cub.cuh>

//@ requires blockDim.x == 32 && gridDim.x == 1 && 1 <= n && n <= 32;
//@ ensures out[0] == sum(j, in[j], 0, 31); //~ error: ensures
__global__ void of_all(const int *in, int *out, int n) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ Reduce::TempStorage held;
    int total = Reduce(held).Sum(in[threadIdx.x], n);
    if (threadIdx.x == 0) out[0] = total;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures whole[0] == counts[0]; //~ error: ensures
__global__ void whole(const int *counts, int *whole) {
    using Scan = cub::WarpScan<int>;
    __shared__ Scan::TempStorage held;
    int start, all;
    Scan(held).ExclusiveSum(counts[threadIdx.x], start, all);
    if (threadIdx.x == 3) whole[0] = all;
}
