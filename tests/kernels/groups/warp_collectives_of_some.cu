// CUB's collectives of a warp for some of its lanes, and with what all inputs come to (LIB-25).
//% verdict: verified

#include <cub/cub.cuh>

//@ requires blockDim.x == 32 && gridDim.x == 1 && 1 <= n && n <= 32;
//@ ensures out[0] == sum(j, in[j], 0, n - 1);
__global__ void of_first(const int *in, int *out, int n) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ Reduce::TempStorage held;
    int total = Reduce(held).Sum(in[threadIdx.x], n);
    if (threadIdx.x == 0) out[0] = total;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall int i; 0 <= i && i < 32 ==> starts[i] == sum(j, counts[j], 0, i - 1);
//@ ensures whole[0] == sum(j, counts[j], 0, 31);
__global__ void offsets(const int *counts, int *starts, int *whole) {
    using Scan = cub::WarpScan<int>;
    __shared__ Scan::TempStorage held;
    int start, all;
    Scan(held).ExclusiveSum(counts[threadIdx.x], start, all);
    starts[threadIdx.x] = start;
    if (threadIdx.x == 3) whole[0] = all;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall int i; 0 <= i && i < 32 ==> ends[i] == sum(j, counts[j], 0, i);
//@ ensures whole[0] == sum(j, counts[j], 0, 31);
__global__ void ends(const int *counts, int *ends, int *whole) {
    using Scan = cub::WarpScan<int>;
    __shared__ Scan::TempStorage held;
    int end, all;
    Scan(held).InclusiveSum(counts[threadIdx.x], end, all);
    ends[threadIdx.x] = end;
    if (threadIdx.x == 0) whole[0] = all;
}
