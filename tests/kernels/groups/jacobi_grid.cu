// Jacobi steps between two buffers, a barrier of the grid after each.
//% verdict: safe

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//@ requires 0 <= steps && n == blockDim.x * gridDim.x;
__global__ void jacobi(float *a, float *b, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int k = 0; k < steps; k++) {
        if (i > 0 && i < n - 1)
            b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        grid.sync();
        if (i > 0 && i < n - 1)
            a[i] = b[i];
        grid.sync();
    }
}
