// CUB's collectives of a block (LIB-20): a sum for each block, offsets of a scan, the least of a block.
//% verdict: verified
//% verdict of again: safe

#include <cub/cub.cuh>

//@ requires blockDim.x == 128;
//@ ensures \forall b. 0 <= b < gridDim.x -> sums[b] == sum(j, in[b * 128 + j], 0, 127);
__global__ void blockTotals(const float *in, float *sums) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage held;
    float total = Reduce(held).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

// The positions at which the threads' items begin, and how many there are.
//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 64 -> starts[i] == sum(j, counts[j], 0, i - 1);
__global__ void startsOf(const int *counts, int *starts, int *total) {
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Scan::TempStorage held;
    int start, whole;
    Scan(held).ExclusiveSum(counts[threadIdx.x], start, whole);
    starts[threadIdx.x] = start;
    if (threadIdx.x == 0) *total = whole;
}

// The storage is used again behind a barrier.
//@ requires blockDim.x == 64 && gridDim.x == 1;
__global__ void again(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int once = Reduce(held).Sum(in[threadIdx.x]);
    __syncthreads();
    int twice = Reduce(held).Sum(2 * in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = once + twice;
}
