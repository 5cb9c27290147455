// What takes any group is chosen after what takes the group as it is. In CUDA's headers the other groups convert to it.
//% verdict: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int kind(cg::thread_group g) { return 1; }
template <class T> __device__ int kind(T g) { return 2; }

__device__ int own(cg::thread_group g) { return 1; }
__device__ int own(cg::thread_block g) { return 2; }

//@ requires \length(o) == 2 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 2 && o[1] == 2;
__global__ void chosen(int *o) {
    cg::thread_block block = cg::this_thread_block();
    o[0] = kind(block);
    o[1] = own(block);
}
