// An operator of the program's own is not one of those that are known.
//% verdict: unsupported

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

struct Product {
    __device__ int operator()(int a, int b) const { return a * b; }
};

__global__ void products(const int *in, int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cg::reduce(tile, in[i], Product());
}
