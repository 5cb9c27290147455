// The lanes that took the branch together add up what they read; their places are then shared out by one of them.
//% verdict: safe

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum_positive(const int *in, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int all = cg::reduce(active, in[i], cg::plus<int>());
        if (active.thread_rank() == 0)
            atomicAdd(sum, all);
    }
}

__device__ int next_place(int *counter) {
    auto active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0)
        first = atomicAdd(counter, (int)active.size());
    return active.shfl(first, 0) + active.thread_rank();
}

__global__ void mark(const int *in, int *counter, int *mark, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0)
        mark[i] = next_place(counter) + 1 - in[i];
}
