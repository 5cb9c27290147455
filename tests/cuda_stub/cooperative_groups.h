// Stands in for the toolkit's header of this name: the handle of a block, and little more.
#pragma once
#include "cuda_stub.h"

namespace cooperative_groups {
class thread_block {
  public:
    __device__ void sync() const;
    __device__ unsigned thread_rank() const;
    __device__ unsigned size() const;
    __device__ uint3 group_index() const;
    __device__ uint3 thread_index() const;
};
class grid_group {
  public:
    __device__ void sync() const;
};
__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ void sync(const thread_block &);
} // namespace cooperative_groups
