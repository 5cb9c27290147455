// What a tile's `reduce` makes is the sum, or the least or greatest operand, of its lanes.
//% verdict: verified
//% verdict of flags: safe

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 128;
//@ ensures \forall w. 0 <= w < 4 * gridDim.x -> out[w] == sum(k, in[32 * w + k], 0, 31);
__global__ void sums(const float *in, float *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float all = cg::reduce(tile, in[i], cg::plus<float>());
    if (tile.thread_rank() == 0)
        out[blockIdx.x * 4 + tile.meta_group_rank()] = all;
}

//@ requires blockDim.x == 64;
//@ ensures \forall w. 0 <= w < 8 * gridDim.x -> out[w] == sum(k, in[8 * w + k], 0, 7);
__global__ void sums_of_eight(const int *in, int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int all = cg::reduce(tile, in[i], cg::plus<int>{});
    if (tile.thread_rank() == 0)
        out[i / 8] = all;
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall k. 0 <= k < 32 -> range[0] <= in[k] <= range[1];
//@ ensures range[0] == min_over(k, in[k], 0, 31);
__global__ void range(const int *in, int *range) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int least = cg::reduce(warp, in[threadIdx.x], cg::less<int>());
    int greatest = cg::reduce(warp, in[threadIdx.x], cg::greater<int>());
    if (warp.thread_rank() == 0) {
        range[0] = least;
        range[1] = greatest;
    }
}

// The flags are bits: of those only the type is known.
__global__ void flags(const unsigned *in, unsigned *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned any = cg::reduce(tile, in[i], cg::bit_or<unsigned>());
    unsigned all = cg::reduce(tile, in[i], cg::bit_and<unsigned>());
    out[i] = any ^ all;
}
