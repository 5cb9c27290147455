// A tile of 16 lanes adds up 16 operands, not those of the whole warp.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 32;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == sum(k, in[32 * b + k], 0, 31); //~ error: ensures
__global__ void sums(const int *in, int *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int all = cg::reduce(tile, in[blockIdx.x * blockDim.x + threadIdx.x], cg::plus<int>());
    if (threadIdx.x == 0)
        out[blockIdx.x] = all;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall k. 0 <= k < 32 -> least[0] <= in[k]; //~ error: ensures
__global__ void smallest(const int *in, int *least) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int found = cg::reduce(tile, in[threadIdx.x], cg::greater<int>());
    if (threadIdx.x == 0)
        least[0] = found;
}
