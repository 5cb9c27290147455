// The block's handle of cooperative groups: its `sync` is a barrier.
//% verdict: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x <= 256;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     data[b * blockDim.x + t] == \old(data[b * blockDim.x + (blockDim.x - 1 - t)]);
__global__ void reverse(int *data) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int held[256];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    held[t] = data[g];
    block.sync();
    data[g] = held[blockDim.x - 1 - t];
}
