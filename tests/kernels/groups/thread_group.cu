// A function that takes whatever group it is given: the block, or a tile of it.
//% verdict: verified
//% verdict of reverse_tiles: safe

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void reverse(cg::thread_group group, int *values) {
    int rank = group.thread_rank();
    int mine = values[rank];
    group.sync();
    values[group.size() - 1 - rank] = mine;
    group.sync();
}

//@ requires n == blockDim.x && n <= \length(out) && blockDim.x <= \length(s);
//@ ensures \forall b, j. gridDim.x == 1 && b == 0 && 0 <= j < n -> out[j] == \old(out[n - 1 - j]);
__global__ void reverse_block(int *out, int n) {
    extern __shared__ int s[];
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    reverse(cg::this_thread_block(), s);
    if (gridDim.x == 1)
        out[threadIdx.x] = s[threadIdx.x];
}

// The size of the tiles is an argument here.
__global__ void reverse_tiles(int *out) {
    __shared__ int s[256];
    cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockDim.x == 256) {
        s[threadIdx.x] = out[i];
        tile.sync();
        reverse(tile, s + threadIdx.x / 16 * 16);
        out[i] = s[threadIdx.x];
    }
}
