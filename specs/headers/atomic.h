// What CUDA's <cuda/atomic> computes of numbers, as far as kernels use it (R278): read in its place where it is not found. Each operation
// is one atomic function of CUDA: a load adds nothing, a store exchanges. Memory orders order nothing here.
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

// What a pointer to the number and a suffix of CUDA's functions make of the operations.
#define OPERATIONS(TO, SUFFIX)                                                                                         \
    __device__ T fetch_add(T v, memory_order order = memory_order_seq_cst) const { return atomicAdd##SUFFIX(TO, v); }  \
    __device__ T exchange(T v, memory_order order = memory_order_seq_cst) const { return atomicExch##SUFFIX(TO, v); }  \
    __device__ bool compare_exchange_strong(T &expected, T v, memory_order order = memory_order_seq_cst) const {       \
        T wanted = expected;                                                                                           \
        T old = atomicCAS##SUFFIX(TO, wanted, v);                                                                      \
        if (old != wanted) expected = old;                                                                             \
        return old == wanted;                                                                                          \
    }                                                                                                                  \
    __device__ bool compare_exchange_strong(T &expected, T v, memory_order success, memory_order failure) const {      \
        return compare_exchange_strong(expected, v);                                                                   \
    }                                                                                                                  \
    __device__ bool compare_exchange_weak(T &expected, T v, memory_order order = memory_order_seq_cst) const {         \
        return compare_exchange_strong(expected, v);                                                                   \
    }                                                                                                                  \
    __device__ bool compare_exchange_weak(T &expected, T v, memory_order success, memory_order failure) const {        \
        return compare_exchange_strong(expected, v);                                                                   \
    }                                                                                                                  \
    __device__ T load(memory_order order = memory_order_seq_cst) const { return fetch_add(0); }                        \
    __device__ void store(T v, memory_order order = memory_order_seq_cst) const { exchange(v); }                       \
    __device__ T fetch_sub(T v, memory_order order = memory_order_seq_cst) const { return atomicSub##SUFFIX(TO, v); }  \
    __device__ T fetch_min(T v, memory_order order = memory_order_seq_cst) const { return atomicMin##SUFFIX(TO, v); }  \
    __device__ T fetch_max(T v, memory_order order = memory_order_seq_cst) const { return atomicMax##SUFFIX(TO, v); }  \
    __device__ T fetch_and(T v, memory_order order = memory_order_seq_cst) const { return atomicAnd##SUFFIX(TO, v); }  \
    __device__ T fetch_or(T v, memory_order order = memory_order_seq_cst) const { return atomicOr##SUFFIX(TO, v); }    \
    __device__ T fetch_xor(T v, memory_order order = memory_order_seq_cst) const { return atomicXor##SUFFIX(TO, v); }  \
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

#define OF_SCOPE(SCOPE, SUFFIX)                                                                                        \
    template <typename T>                                                                                              \
    struct atomic<T, SCOPE> {                                                                                          \
        mutable T value;                                                                                               \
        atomic() = default;                                                                                            \
        __host__ __device__ constexpr atomic(T v) : value(v) {}                                                        \
        OPERATIONS(&value, SUFFIX)                                                                                     \
    };                                                                                                                 \
    template <typename T>                                                                                              \
    struct atomic_ref<T, SCOPE> {                                                                                      \
        T *to;                                                                                                         \
        __host__ __device__ explicit atomic_ref(T &of) : to(&of) {}                                                    \
        OPERATIONS(to, SUFFIX)                                                                                         \
    };

OF_SCOPE(thread_scope_system, _system)
OF_SCOPE(thread_scope_device, )
OF_SCOPE(thread_scope_block, _block)

inline __device__ void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    __threadfence_system();
}

namespace std {
template <typename T>
struct atomic {
    mutable T value;
    atomic() = default;
    __host__ __device__ constexpr atomic(T v) : value(v) {}
    OPERATIONS(&value, _system)
};

template <typename T>
struct atomic_ref {
    T *to;
    __host__ __device__ explicit atomic_ref(T &of) : to(&of) {}
    OPERATIONS(to, _system)
};
} // namespace std

#undef OF_SCOPE
#undef OPERATIONS

} // namespace cuda

#endif
