// Number of the tile in the block and the lane in the tile make up the rank.
//% verdict: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == j % blockDim.x;
__global__ void ranks(int *out) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int rank = warp.meta_group_rank() * 32 + warp.thread_rank();
    out[blockIdx.x * blockDim.x + threadIdx.x] = rank;
}
