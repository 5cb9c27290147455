// The scan has the own operand in it.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < 32 -> out[j] == sum(k, in[k], 0, j - 1); //~ error: ensures
__global__ void exclusive(const int *in, int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x], cg::plus<int>());
}
