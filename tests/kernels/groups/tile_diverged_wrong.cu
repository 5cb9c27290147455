// Half of the tile leaves before its members exchange values.
//% verdict: not-verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shifted(const int *in, int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile.thread_rank() >= 4)
        return;
    out[i] = tile.shfl_down(in[i], 1); //~ error: barrier
}
