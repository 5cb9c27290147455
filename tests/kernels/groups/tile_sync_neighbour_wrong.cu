// The barrier of tiles of four does not order an exchange among eight.
//% verdict: not-verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x % 8 == 0 && blockDim.x <= 128;
__global__ void swap_in_eights(int *data) {
    __shared__ int s[128];
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t]; //~ error: race
    tile.sync();
    data[blockIdx.x * blockDim.x + t] = s[t ^ 7];
}
