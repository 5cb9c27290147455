// One block does not come to the barrier of the grid.
//% verdict: not-verified

#include <cooperative_groups.h>

__global__ void half(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
    if (blockIdx.x > 0)
        cooperative_groups::this_grid().sync(); //~ error: barrier
}
