// Not all lanes of the group come to its sum: some have gone another way since it was made.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum_positive(const int *in, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (in[i] > 0) {
            int all = cg::reduce(active, in[i], cg::plus<int>()); //~ error: barrier
            if (active.thread_rank() == 0)
                atomicAdd(sum, all);
        }
    }
}
