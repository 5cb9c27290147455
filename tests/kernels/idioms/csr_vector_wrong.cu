// Every lane of the warp writes the row's sum, and lanes without a row write beyond the end.
//% verdict: not-verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 128 && 0 <= rows;
//@ requires rows < \length(starts) && rows <= \length(y);
//@ requires \forall r. 0 <= r < rows -> 0 <= starts[r] <= starts[r + 1];
//@ requires \forall r. 0 <= r <= rows -> starts[r] <= \length(values);
__global__ void sums(const int *starts, const float *values, float *y, int rows) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * 4 + warp.meta_group_rank();
    float sum = 0.0f;
    if (row < rows)
        for (int k = starts[row] + warp.thread_rank(); k < starts[row + 1]; k += 32)
            sum += values[k];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (row < rows)
        y[row] = sum; //~ error: race
}
