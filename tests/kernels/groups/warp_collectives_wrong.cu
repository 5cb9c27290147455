// What is false of CUB's collectives of a warp: not every lane has the sum, and a lane's offset is without its own input.
//% verdict: refuted

#include <cub/cub.cuh>

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures out[0] == sum(j, in[j], 0, 31);
__global__ void ofLaneOne(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int total = Reduce(held).Sum(in[threadIdx.x]);
    if (threadIdx.x == 1) out[0] = total; //~ error: initialised
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(ends) == 32;
//@ ensures ends[1] == counts[0] + counts[1]; //~ error: ensures
__global__ void offsets(const int *counts, int *ends) {
    using Scan = cub::WarpScan<int>;
    __shared__ typename Scan::TempStorage held;
    int end;
    Scan(held).ExclusiveSum(counts[threadIdx.x], end);
    ends[threadIdx.x] = end;
}
