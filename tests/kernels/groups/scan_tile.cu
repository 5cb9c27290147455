// Prefix sums of a tile, with and without the own operand.
//% verdict: verified

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < 32 -> out[j] == sum(k, in[k], 0, j);
__global__ void inclusive(const int *in, int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x]);
}

//@ requires blockDim.x == 32;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < 32 -> out[32 * b + j] == sum(k, in[32 * b + k], 0, j - 1);
__global__ void exclusive(const int *in, int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cg::exclusive_scan(tile, in[i], cg::plus<int>());
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall j, k. 0 <= k <= j < 32 -> in[k] <= out[j];
__global__ void running_maximum(const float *in, float *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::inclusive_scan(tile, in[threadIdx.x], cg::greater<float>());
}
