// What CUB's collectives of a block and of a warp compute, as far as kernels use them (LIB-20): read in place of its headers where they are
// not found. CUB leaves open how operands are grouped; here they meet in the order of the threads. So each operator is asserted to be
// associative for any operands, and commutative where the algorithm asks for it (LIB-23). Runs do not look at that: such operands need not
// occur. With that the text holds for all arguments; in exact floats it is not read, since no sum is associative there.
#ifndef GPUHOARE_CUB
#define GPUHOARE_CUB

#include <cassert>
#include <cooperative_groups.h>
#include <type_traits>

namespace cub {

struct Sum {
    template <typename T>
    __host__ __device__ T operator()(const T &a, const T &b) const {
        return a + b;
    }
};

struct Max {
    template <typename T>
    __host__ __device__ T operator()(const T &a, const T &b) const {
        return b > a ? b : a;
    }
};

struct Min {
    template <typename T>
    __host__ __device__ T operator()(const T &a, const T &b) const {
        return b < a ? b : a;
    }
};

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

// The number of a thread in the order in which CUB counts them, in a block of the size that was promised. What is not looked at of a
// block of one dimension is 1.
template <int X, int Y, int Z>
inline __device__ int gpuhoare_rank() {
    if constexpr (Y == 1 && Z == 1) {
        gpuhoare_assert(blockDim.x == X);
        return threadIdx.x;
    } else {
        gpuhoare_assert(blockDim.x == X && blockDim.y == Y && blockDim.z == Z);
        return (threadIdx.z * Y + threadIdx.y) * X + threadIdx.x;
    }
}

// The addition behind sums.
struct gpuhoare_plus {
    template <typename T>
    __device__ T operator()(const T &a, const T &b) const {
        return a + b;
    }
};

// What CUB's own operators do with numbers is known; any other is looked at.
template <typename T, typename Op>
inline __device__ void gpuhoare_associative(const T &like, Op op) {
    if constexpr (!(std::gpuhoare_is_number<T>::value &&
                    (std::is_same<Op, Sum>::value || std::is_same<Op, gpuhoare_plus>::value ||
                                                     std::is_same<Op, Max>::value || std::is_same<Op, Min>::value))) {
        if (gpuhoare_law()) {
            T a = gpuhoare_any(like), b = gpuhoare_any(like), c = gpuhoare_any(like);
            T first = op(a, b), last = op(b, c), left = op(first, c), right = op(a, last);
            gpuhoare_assert(gpuhoare_same(left, right) && "the operator is associative");
        }
    }
}

template <typename T, typename Op>
inline __device__ void gpuhoare_commutative(const T &like, Op op) {
    if (gpuhoare_law()) {
        T a = gpuhoare_any(like), b = gpuhoare_any(like);
        T left = op(a, b), right = op(b, a);
        gpuhoare_assert(gpuhoare_same(left, right) && "the operator is commutative");
    }
}

// The sum of the first of some values, of one at least.
template <typename T>
inline __device__ T gpuhoare_sum(const T *held, int count) {
    if constexpr (std::gpuhoare_is_number<T>::value) {
        T total = 0;
        for (int i = 0; i < count; ++i) total = total + held[i];
        return total;
    } else {
        T total = held[0];
        for (int i = 1; i < count; ++i) total = total + held[i];
        return total;
    }
}

// An attribute of layout keeps programs from asking for the size of the storage, and from laying other things over it: CUB's is another
// one.
//
// The result is that of thread 0; what the others get is left open. The storage may be used again behind a barrier.
template <typename T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
public:
    struct alignas(T) TempStorage {
        T held[X * Y * Z];
    };

    __device__ BlockReduce(TempStorage &storage) : held(storage.held) {}

    template <typename Op>
    __device__ T Reduce(T input, Op op) {
        return combined(input, op, X * Y * Z);
    }

    template <typename Op>
    __device__ T Reduce(T input, Op op, int valid) {
        return combined(input, op, valid);
    }

    __device__ T Sum(T input) { return Sum(input, X * Y * Z); }

    // With no valid input at all the result is left open.
    __device__ T Sum(T input, int valid) {
        gpuhoare_associative(input, gpuhoare_plus());
        if constexpr (A == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY) gpuhoare_commutative(input, gpuhoare_plus());
        gpuhoare_assert(1 <= valid && valid <= X * Y * Z);
        int rank = gpuhoare_rank<X, Y, Z>();
        held[rank] = input;
        __syncthreads();
        T result;
        if (rank == 0) {
            result = gpuhoare_sum(held, valid);
        }
        return result;
    }

private:
    T *held;

    template <typename Op>
    __device__ T combined(T input, Op op, int count) {
        gpuhoare_associative(input, op);
        if constexpr (A == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY) gpuhoare_commutative(input, op);
        gpuhoare_assert(1 <= count && count <= X * Y * Z);
        int rank = gpuhoare_rank<X, Y, Z>();
        held[rank] = input;
        __syncthreads();
        T result;
        if (rank == 0) {
            T total = held[0];
            for (int i = 1; i < count; ++i) total = op(total, held[i]);
            result = total;
        }
        return result;
    }
};

// Each thread gets what its own and the inputs before it come to. The storage may be used again behind a barrier.
template <typename T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
public:
    struct alignas(T) TempStorage {
        T held[X * Y * Z];
    };

    __device__ BlockScan(TempStorage &storage) : held(storage.held) {}

    __device__ void InclusiveSum(T input, T &output) {
        gpuhoare_associative(input, gpuhoare_plus());
        int rank = shared(input);
        output = gpuhoare_sum(held, rank + 1);
    }

    __device__ void InclusiveSum(T input, T &output, T &whole) {
        InclusiveSum(input, output);
        whole = gpuhoare_sum(held, X * Y * Z);
    }

    __device__ void ExclusiveSum(T input, T &output) {
        gpuhoare_associative(input, gpuhoare_plus());
        int rank = shared(input);
        T total = 0;
        for (int i = 0; i < rank; ++i) total = total + held[i];
        output = total;
    }

    __device__ void ExclusiveSum(T input, T &output, T &whole) {
        ExclusiveSum(input, output);
        whole = gpuhoare_sum(held, X * Y * Z);
    }

    template <typename Op>
    __device__ void InclusiveScan(T input, T &output, Op op) {
        gpuhoare_associative(input, op);
        int rank = shared(input);
        T total = held[0];
        for (int i = 1; i <= rank; ++i) total = op(total, held[i]);
        output = total;
    }

    template <typename Op>
    __device__ void InclusiveScan(T input, T &output, Op op, T &whole) {
        InclusiveScan(input, output, op);
        T total = held[0];
        for (int i = 1; i < X * Y * Z; ++i) total = op(total, held[i]);
        whole = total;
    }

    template <typename Op>
    __device__ void ExclusiveScan(T input, T &output, T initial, Op op) {
        gpuhoare_associative(input, op);
        int rank = shared(input);
        T total = initial;
        for (int i = 0; i < rank; ++i) total = op(total, held[i]);
        output = total;
    }

    template <typename Op>
    __device__ void ExclusiveScan(T input, T &output, T initial, Op op, T &whole) {
        ExclusiveScan(input, output, initial, op);
        T total = held[0];
        for (int i = 1; i < X * Y * Z; ++i) total = op(total, held[i]);
        whole = total;
    }

private:
    T *held;

    __device__ int shared(T input) {
        int rank = gpuhoare_rank<X, Y, Z>();
        held[rank] = input;
        __syncthreads();
        return rank;
    }
};

// The lanes of W threads one after another that share some storage: 32, or less, a power of two. The storage may be used again behind a
// `__syncwarp`.
//
// The result is that of the first lane, whose number is 0; what the others get is left open. The count is none that is known beforehand, so
// that loops are taken as a whole.
template <typename T, int W = 32>
class WarpReduce {
public:
    struct alignas(T) TempStorage {
        T held[W];
    };

    __device__ WarpReduce(TempStorage &storage) : held(storage.held) {}

    __device__ T Sum(T input) {
        gpuhoare_associative(input, gpuhoare_plus());
        int lane = shared(input);
        T result;
        if (lane == 0) {
            result = gpuhoare_sum(held, lane + W);
        }
        return result;
    }

    // Of the first lanes alone. With no valid input at all the result is left open.
    __device__ T Sum(T input, int valid) {
        gpuhoare_assert(valid <= W);
        gpuhoare_associative(input, gpuhoare_plus());
        int lane = shared(input);
        T result;
        if (lane == 0 && valid >= 1) {
            result = gpuhoare_sum(held, lane + valid);
        }
        return result;
    }

    template <typename Op>
    __device__ T Reduce(T input, Op op) {
        gpuhoare_associative(input, op);
        int lane = shared(input);
        T result;
        if (lane == 0) {
            T total = held[0];
            for (int i = 1; i < lane + W; ++i) total = op(total, held[i]);
            result = total;
        }
        return result;
    }

    template <typename Op>
    __device__ T Reduce(T input, Op op, int valid) {
        gpuhoare_assert(valid <= W);
        gpuhoare_associative(input, op);
        int lane = shared(input);
        T result;
        if (lane == 0 && valid >= 1) {
            T total = held[0];
            for (int i = 1; i < lane + valid; ++i) total = op(total, held[i]);
            result = total;
        }
        return result;
    }

private:
    T *held;

    __device__ int shared(T input) {
        int lane = cooperative_groups::tiled_partition<W>(cooperative_groups::this_thread_block()).thread_rank();
        held[lane] = input;
        __syncwarp();
        return lane;
    }
};

// Each lane gets what its own and the inputs before it come to.
template <typename T, int W = 32>
class WarpScan {
public:
    struct alignas(T) TempStorage {
        T held[W];
    };

    __device__ WarpScan(TempStorage &storage) : held(storage.held) {}

    __device__ void InclusiveSum(T input, T &output) {
        gpuhoare_associative(input, gpuhoare_plus());
        int lane = shared(input);
        output = gpuhoare_sum(held, lane + 1);
    }

    __device__ void ExclusiveSum(T input, T &output) {
        gpuhoare_associative(input, gpuhoare_plus());
        int lane = shared(input);
        T total = 0;
        for (int i = 0; i < lane; ++i) total = total + held[i];
        output = total;
    }

    __device__ void InclusiveSum(T input, T &output, T &whole) {
        InclusiveSum(input, output);
        whole = all();
    }

    __device__ void ExclusiveSum(T input, T &output, T &whole) {
        ExclusiveSum(input, output);
        whole = all();
    }

    template <typename Op>
    __device__ void InclusiveScan(T input, T &output, Op op) {
        gpuhoare_associative(input, op);
        int lane = shared(input);
        T total = held[0];
        for (int i = 1; i <= lane; ++i) total = op(total, held[i]);
        output = total;
    }

    template <typename Op>
    __device__ void InclusiveScan(T input, T &output, Op op, T &whole) {
        InclusiveScan(input, output, op);
        whole = all(op);
    }

    // What the first lane gets is left open.
    template <typename Op>
    __device__ void ExclusiveScan(T input, T &output, Op op) {
        gpuhoare_associative(input, op);
        int lane = shared(input);
        T result;
        if (lane > 0) {
            T total = held[0];
            for (int i = 1; i < lane; ++i) total = op(total, held[i]);
            result = total;
        }
        output = result;
    }

    template <typename Op>
    __device__ void ExclusiveScan(T input, T &output, T initial, Op op) {
        gpuhoare_associative(input, op);
        int lane = shared(input);
        T total = initial;
        for (int i = 0; i < lane; ++i) total = op(total, held[i]);
        output = total;
    }

    template <typename Op>
    __device__ void ExclusiveScan(T input, T &output, T initial, Op op, T &whole) {
        ExclusiveScan(input, output, initial, op);
        whole = all(op);
    }

private:
    T *held;

    // What all inputs come to: those up to the lane's own, and those after it.
    __device__ T all() {
        int lane = number();
        T total = gpuhoare_sum(held, lane + 1);
        for (int i = lane + 1; i < W; ++i) total = total + held[i];
        return total;
    }

    template <typename Op>
    __device__ T all(Op op) {
        int lane = number();
        T total = held[0];
        for (int i = 1; i <= lane; ++i) total = op(total, held[i]);
        for (int i = lane + 1; i < W; ++i) total = op(total, held[i]);
        return total;
    }

    __device__ int number() {
        return cooperative_groups::tiled_partition<W>(cooperative_groups::this_thread_block()).thread_rank();
    }

    __device__ int shared(T input) {
        int lane = number();
        held[lane] = input;
        __syncwarp();
        return lane;
    }
};

} // namespace cub

#endif
