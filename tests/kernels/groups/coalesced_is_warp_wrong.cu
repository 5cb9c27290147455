// The lanes that are coalesced need not be all of the warp: the first of them may add a part only, or be another one.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures out[0] == sum(k, in[k], 0, 31); //~ error: ensures
__global__ void sum(const int *in, int *out) {
    cg::coalesced_group active = cg::coalesced_threads();
    int all = cg::reduce(active, in[threadIdx.x], cg::plus<int>());
    if (threadIdx.x == 0)
        out[0] = all;
}
