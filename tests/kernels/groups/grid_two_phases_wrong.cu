// A barrier of the block does not order the blocks.
//% verdict: not-verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(const int *in, int *tmp, int *out) {
    cg::thread_block block = cg::this_thread_block();
    int n = blockDim.x * gridDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tmp[i] = in[i] + 1; //~ error: race
    block.sync();
    out[i] = tmp[n - 1 - i];
}
