// All blocks write, the whole grid waits, then each thread reads what a thread of another block wrote.
//% verdict: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[blockDim.x * gridDim.x - 1 - j] + 1;
__global__ void mirror(const int *in, int *tmp, int *out) {
    cg::grid_group grid = cg::this_grid();
    int n = blockDim.x * gridDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tmp[i] = in[i] + 1;
    grid.sync();
    out[i] = tmp[n - 1 - i];
}
