// The tiles have 16 threads, and wait for 16: what the others of the block write is read too early.
//% verdict: not-verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 64;
__global__ void reverse(int *out) {
    __shared__ int s[64];
    cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
    s[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x]; //~ error: race
    tile.sync();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
