// The block's handle: rank, size and barrier.
//% verdict: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j / blockDim.x * blockDim.x + (j % blockDim.x + 1) % blockDim.x];
__global__ void rotate(const int *in, int *out) {
    extern __shared__ int s[];
    cg::thread_block block = cg::this_thread_block();
    unsigned rank = block.thread_rank();
    unsigned first = block.group_index().x * block.size();
    s[rank] = in[first + rank];
    block.sync();
    out[first + rank] = s[(rank + 1) % block.size()];
}
