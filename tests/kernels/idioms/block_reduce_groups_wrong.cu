// The first warp reads the parts before the others have written theirs.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 64;
__global__ void block_sums(const float *in, float *out) {
    __shared__ float parts[2];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float mine = cg::reduce(warp, in[blockIdx.x * 64 + threadIdx.x], cg::plus<float>());
    if (warp.thread_rank() == 0)
        parts[warp.meta_group_rank()] = mine; //~ error: race
    warp.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = parts[0] + parts[1];
}
