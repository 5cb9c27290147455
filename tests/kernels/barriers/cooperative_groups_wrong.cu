// The block's handle of cooperative groups, synchronised by half of the block.
//% verdict: refuted

#include <cooperative_groups.h>
using namespace cooperative_groups;

__global__ void halves(int *data) {
    thread_block block = this_thread_block();
    int t = threadIdx.x;
    if (2 * t < blockDim.x) {
        block.sync(); //~ error: barrier
    }
    data[blockIdx.x * blockDim.x + t] = t;
}
