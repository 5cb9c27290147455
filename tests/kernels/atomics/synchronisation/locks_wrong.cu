// Locks that order nothing (ATOMIC-19), and a sequence lock whose data are no atomics.
//% verdict: refuted

#include <cuda/atomic>

//@ requires *lock == 0 && gridDim.x == 2;
__global__ void relaxed_lock(int *lock, int *value) {
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    if (threadIdx.x == 0) {
        while (held.exchange(1, cuda::memory_order_relaxed) != 0)
            ;
        *value = *value + 1; //~ error: race
        held.store(0, cuda::memory_order_release);
    }
}

//@ requires *lock == 0 && gridDim.x == 2;
__global__ void relaxed_unlock(int *lock, int *value) {
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    if (threadIdx.x == 0) {
        while (held.exchange(1, cuda::memory_order_acquire) != 0)
            ;
        *value = *value + 1; //~ error: race
        held.store(0, cuda::memory_order_relaxed);
    }
}

//@ requires *lock == 0 && gridDim.x == 2;
__global__ void plain_unlock(int *lock, int *value) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) //~ error: race
            ;
        __threadfence();
        *value = *value + 1; //~ error: race
        __threadfence();
        *lock = 0; //~ error: race
    }
}

// A reader that finds the number changed throws away what it read, but it has raced for it.
//@ requires *number == 0 && gridDim.x == 2;
__global__ void sequence_lock(unsigned *number, int *data, int *out) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*number);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        count.fetch_add(1, cuda::memory_order_acq_rel);
        *data = 42; //~ error: race
        count.fetch_add(1, cuda::memory_order_release);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        unsigned before = count.load(cuda::memory_order_acquire);
        int seen = *data;
        if (before % 2 == 0 && count.load(cuda::memory_order_acquire) == before) *out = seen;
    }
}
