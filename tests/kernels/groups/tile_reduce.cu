// A sum within tiles, as in the samples; the first thread of each tile adds it to the total.
//% verdict: safe

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <unsigned N>
__device__ int reduce_tile(cg::thread_block_tile<N> tile, int value) {
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

__global__ void total(const int *in, int *sum, int n) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        mine += in[i];
    int all = reduce_tile(tile, mine);
    if (tile.thread_rank() == 0)
        atomicAdd(sum, all);
}
