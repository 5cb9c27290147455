// What CUDA's <cuda/atomic> computes of numbers, as far as kernels use it (ATOMIC-4): read in its place where it is not found. Each operation
// is one atomic operation, with its memory order (ATOMIC-3) and its scope, which are constants.
// It holds for all arguments of these types; others are not there.
#ifndef GPUHOARE_ATOMIC
#define GPUHOARE_ATOMIC

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace std {
enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};
}

using std::memory_order;
using std::memory_order_relaxed;
using std::memory_order_consume;
using std::memory_order_acquire;
using std::memory_order_release;
using std::memory_order_acq_rel;
using std::memory_order_seq_cst;

// What a pointer to the number and a scope make of the operations. An order is handed on by no call, so that it stays a constant.
#define COMPARE(TO, SUCCESS, FAILURE, SCOPE)                                                                           \
    T wanted = expected;                                                                                               \
    T old = __ordered_atomicCAS(TO, wanted, v, SUCCESS, FAILURE, SCOPE);                                               \
    if (old != wanted) expected = old;                                                                                 \
    return old == wanted;

#define OPERATIONS(TO, SCOPE)                                                                                          \
    __device__ T load(memory_order order = memory_order_seq_cst) const {                                               \
        return __ordered_atomicLoad(TO, order, SCOPE);                                                                 \
    }                                                                                                                  \
    __device__ void store(T v, memory_order order = memory_order_seq_cst) const {                                      \
        __ordered_atomicStore(TO, v, order, SCOPE);                                                                    \
    }                                                                                                                  \
    __device__ T exchange(T v, memory_order order = memory_order_seq_cst) const {                                      \
        return __ordered_atomicExch(TO, v, order, SCOPE);                                                              \
    }                                                                                                                  \
    __device__ bool compare_exchange_strong(T &expected, T v, memory_order success, memory_order failure) const {      \
        COMPARE(TO, success, failure, SCOPE)                                                                           \
    }                                                                                                                  \
    __device__ bool compare_exchange_strong(T &expected, T v, memory_order order = memory_order_seq_cst) const {       \
        COMPARE(TO, order, order, SCOPE)                                                                               \
    }                                                                                                                  \
    __device__ bool compare_exchange_weak(T &expected, T v, memory_order success, memory_order failure) const {        \
        COMPARE(TO, success, failure, SCOPE)                                                                           \
    }                                                                                                                  \
    __device__ bool compare_exchange_weak(T &expected, T v, memory_order order = memory_order_seq_cst) const {         \
        COMPARE(TO, order, order, SCOPE)                                                                               \
    }                                                                                                                  \
    __device__ T fetch_add(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicAdd(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ T fetch_sub(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicSub(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ T fetch_min(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicMin(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ T fetch_max(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicMax(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ T fetch_and(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicAnd(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ T fetch_or(T v, memory_order order = memory_order_seq_cst) const {                                      \
        return __ordered_atomicOr(TO, v, order, SCOPE);                                                                \
    }                                                                                                                  \
    __device__ T fetch_xor(T v, memory_order order = memory_order_seq_cst) const {                                     \
        return __ordered_atomicXor(TO, v, order, SCOPE);                                                               \
    }                                                                                                                  \
    __device__ operator T() const { return load(); }                                                                   \
    __device__ T operator=(T v) {                                                                                      \
        store(v);                                                                                                      \
        return v;                                                                                                      \
    }                                                                                                                  \
    __device__ T operator++() const { return fetch_add(1) + 1; }                                                       \
    __device__ T operator++(int unused) const { return fetch_add(1); }                                                 \
    __device__ T operator--() const { return fetch_sub(1) - 1; }                                                       \
    __device__ T operator--(int unused) const { return fetch_sub(1); }                                                 \
    __device__ T operator+=(T v) const { return fetch_add(v) + v; }                                                    \
    __device__ T operator-=(T v) const { return fetch_sub(v) - v; }

template <typename T, thread_scope S = thread_scope_system>
struct atomic;

template <typename T, thread_scope S = thread_scope_system>
struct atomic_ref;

#define OF_SCOPE(SCOPE)                                                                                                \
    template <typename T>                                                                                              \
    struct atomic<T, SCOPE> {                                                                                          \
        mutable T value;                                                                                               \
        atomic() = default;                                                                                            \
        __host__ __device__ constexpr atomic(T v) : value(v) {}                                                        \
        OPERATIONS(&value, SCOPE)                                                                                      \
    };                                                                                                                 \
    template <typename T>                                                                                              \
    struct atomic_ref<T, SCOPE> {                                                                                      \
        T *to;                                                                                                         \
        __host__ __device__ explicit atomic_ref(T &of) : to(&of) {}                                                    \
        OPERATIONS(to, SCOPE)                                                                                          \
    };

OF_SCOPE(thread_scope_system)
OF_SCOPE(thread_scope_device)
OF_SCOPE(thread_scope_block)

inline __device__ void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    __ordered_fence(order, scope);
}

namespace std {
template <typename T>
struct atomic {
    mutable T value;
    atomic() = default;
    __host__ __device__ constexpr atomic(T v) : value(v) {}
    OPERATIONS(&value, thread_scope_system)
};

template <typename T>
struct atomic_ref {
    T *to;
    __host__ __device__ explicit atomic_ref(T &of) : to(&of) {}
    OPERATIONS(to, thread_scope_system)
};
} // namespace std

#undef OF_SCOPE
#undef OPERATIONS
#undef COMPARE

} // namespace cuda

#endif
