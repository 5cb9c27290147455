// Stands in for the toolkit's header of this name: handles of blocks, tiles and grids.
#pragma once
#include "cuda_stub.h"

namespace cooperative_groups {
class thread_block {
  public:
    __device__ void sync() const;
    __device__ unsigned thread_rank() const;
    __device__ unsigned size() const;
    __device__ unsigned num_threads() const;
    __device__ uint3 group_index() const;
    __device__ uint3 thread_index() const;
    __device__ dim3 group_dim() const;
};
class grid_group {
  public:
    __device__ void sync() const;
    __device__ unsigned long long thread_rank() const;
    __device__ unsigned long long size() const;
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long block_rank() const;
    __device__ unsigned long long num_blocks() const;
    __device__ dim3 group_dim() const;
};
template <unsigned N, typename Parent = void>
class thread_block_tile {
  public:
    __device__ void sync() const;
    __device__ unsigned thread_rank() const;
    __device__ unsigned size() const;
    __device__ unsigned num_threads() const;
    __device__ unsigned meta_group_rank() const;
    __device__ unsigned meta_group_size() const;
    template <typename T> __device__ T shfl(T value, int rank) const;
    template <typename T> __device__ T shfl_up(T value, unsigned delta) const;
    template <typename T> __device__ T shfl_down(T value, unsigned delta) const;
    template <typename T> __device__ T shfl_xor(T value, unsigned lanes) const;
    __device__ int any(int predicate) const;
    __device__ int all(int predicate) const;
    __device__ unsigned ballot(int predicate) const;
    template <typename T> __device__ unsigned match_any(T value) const;
};
class coalesced_group {
  public:
    __device__ void sync() const;
    __device__ unsigned thread_rank() const;
    __device__ unsigned size() const;
    __device__ unsigned num_threads() const;
    template <typename T> __device__ T shfl(T value, int rank) const;
    __device__ int any(int predicate) const;
    __device__ int all(int predicate) const;
};
class thread_group {
  public:
    __device__ thread_group(const thread_block &);
    __device__ thread_group(const coalesced_group &);
    __device__ void sync() const;
    __device__ unsigned thread_rank() const;
    __device__ unsigned size() const;
};
#define STUB_OPERATOR(name)                                                                                            \
    template <typename T> struct name {                                                                                \
        __device__ T operator()(T, T) const;                                                                           \
    };
STUB_OPERATOR(plus)
STUB_OPERATOR(less)
STUB_OPERATOR(greater)
STUB_OPERATOR(bit_and)
STUB_OPERATOR(bit_or)
STUB_OPERATOR(bit_xor)
__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ coalesced_group coalesced_threads();
template <unsigned N> __device__ thread_block_tile<N> tiled_partition(const thread_block &);
template <unsigned N, unsigned M> __device__ thread_block_tile<N> tiled_partition(const thread_block_tile<M> &);
__device__ thread_group tiled_partition(const thread_group &, unsigned size);
template <typename Group> __device__ void sync(const Group &);
template <typename Group, typename T, typename Op> __device__ T reduce(const Group &, T, Op);
template <typename Group, typename T> __device__ T inclusive_scan(const Group &, T);
template <typename Group, typename T, typename Op> __device__ T inclusive_scan(const Group &, T, Op);
template <typename Group, typename T> __device__ T exclusive_scan(const Group &, T);
template <typename Group, typename T, typename Op> __device__ T exclusive_scan(const Group &, T, Op);
} // namespace cooperative_groups
