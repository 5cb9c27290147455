// Locks: what is done under one is ordered by who holds it after whom (ATOMIC-19). No proof knows of that.
//% verdict: verified
//% known: unknown -- locks order nothing in proofs of races

#include <cuda/atomic>

//@ requires *lock == 0;
__global__ void by_exchange(int *lock, int *value) {
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    if (threadIdx.x == 0) {
        while (held.exchange(1, cuda::memory_order_acquire) != 0)
            ;
        *value = *value + 1; //~ unproved: ordered by the lock
        held.store(0, cuda::memory_order_release);
    }
}

//@ requires *lock == 0;
__global__ void by_comparison(int *lock, int *value) {
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*lock);
    if (threadIdx.x == 0) {
        int free = 0;
        while (!held.compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed))
            free = 0;
        *value = *value + 1; //~ unproved: ordered by the lock
        held.store(0, cuda::memory_order_release);
    }
}

// First come, first served.
//@ requires *next == 0 && *serving == 0;
__global__ void by_tickets(unsigned *next, unsigned *serving, int *value) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> now(*serving);
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(next, 1);
        while (now.load(cuda::memory_order_acquire) != mine)
            ;
        *value = *value + 1; //~ unproved: ordered by the tickets
        now.store(mine + 1, cuda::memory_order_release);
    }
}
