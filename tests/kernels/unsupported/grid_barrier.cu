// A barrier of the whole grid is not modelled yet.
//% verdict: unsupported

#include <cooperative_groups.h>

__global__ void twoSteps(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
    cooperative_groups::this_grid().sync();
    data[i] = data[0];
}
