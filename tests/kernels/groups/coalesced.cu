// Who is coalesced is up to the machine: whoever it is, the first of them adds for all.
//% verdict: safe

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count_positive(const int *in, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(count, active.size());
    }
}
