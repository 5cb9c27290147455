// Each warp scales a row of 32 numbers by what is greatest in it, as softmax does before it takes powers.
//% verdict: verified

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

//@ requires blockDim.x == 256;
//@ ensures \forall r, j. 0 <= r < 8 * gridDim.x && 0 <= j < 32 -> out[32 * r + j] <= 0;
__global__ void shift(const float *in, float *out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float greatest = cg::reduce(warp, in[i], cg::greater<float>());
    out[i] = in[i] - greatest;
}
