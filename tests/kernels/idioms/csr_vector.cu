// Sparse matrix times vector, a warp for each row: lanes stride over the row, and `reduce` joins their sums.
//% verdict: safe

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 128 && 0 <= rows;
//@ requires rows < \length(starts) && rows <= \length(y);
//@ requires \forall r. 0 <= r < rows -> 0 <= starts[r] <= starts[r + 1];
//@ requires \forall r. 0 <= r <= rows -> starts[r] <= \length(values) && starts[r] <= \length(columns);
//@ requires \forall k. 0 <= k < \length(columns) -> 0 <= columns[k] < \length(x);
__global__ void spmv(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * 4 + warp.meta_group_rank();
    float sum = 0.0f;
    if (row < rows)
        for (int k = starts[row] + warp.thread_rank(); k < starts[row + 1]; k += 32)
            sum += values[k] * x[columns[k]];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (row < rows && warp.thread_rank() == 0)
        y[row] = sum;
}
