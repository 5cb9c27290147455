// Tiles wait for each other only within the tile, which is all that this exchange needs.
//% verdict: safe

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x % 4 == 0 && blockDim.x <= 128;
__global__ void swap_in_fours(int *data) {
    __shared__ int s[128];
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t];
    tile.sync();
    data[blockIdx.x * blockDim.x + t] = s[t ^ 3];
}
