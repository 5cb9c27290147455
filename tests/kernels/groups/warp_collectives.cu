// CUB's collectives of a warp (LIB-25): a sum for each warp, running sums, and storage that is used again behind a barrier of the warp.
//% verdict: verified
//% verdict of again: safe

#include <cub/cub.cuh>

//@ requires blockDim.x == 32;
//@ ensures \forall int b; 0 <= b && b < gridDim.x ==> sums[b] == sum(j, in[b * 32 + j], 0, 31);
__global__ void warpTotals(const float *in, float *sums) {
    typedef cub::WarpReduce<float> Reduce;
    __shared__ typename Reduce::TempStorage held;
    float total = Reduce(held).Sum(in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall int i; 0 <= i && i < 32 ==> ends[i] == sum(j, counts[j], 0, i);
__global__ void runningSums(const int *counts, int *ends) {
    using Scan = cub::WarpScan<int>;
    __shared__ typename Scan::TempStorage held;
    int end;
    Scan(held).InclusiveSum(counts[threadIdx.x], end);
    ends[threadIdx.x] = end;
}

// A storage for each warp of the block.
//@ requires blockDim.x == 128 && gridDim.x == 1;
__global__ void again(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage held[4];
    int warp = threadIdx.x / 32;
    int once = Reduce(held[warp]).Sum(in[threadIdx.x]);
    __syncwarp();
    int twice = Reduce(held[warp]).Sum(2 * in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[warp] = once + twice;
}
