// Message passing: what stands before a flag is ordered before what follows its observation (ATOMIC-19), by acquire and release, by fences
// on both sides of an atomic or volatile flag, within a block and across blocks. No run may show a race; no proof knows of the order.
//% verdict: verified
//% known: unknown -- fences, acquire and release order nothing in proofs of races

#include <cuda/atomic>

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void volatile_flag(volatile int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        __threadfence();
        *flag = 1; //~ unproved: volatile accesses count as plain ones
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (*flag == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void volatile_by_casts(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        __threadfence_system();
        *(volatile int *)flag = 1; //~ unproved: volatile accesses count as plain ones
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        volatile int *seen = flag;
        while (*seen == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void fences_and_functions(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        __threadfence();
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void released(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void by_default(int *flag, int *data, int *out) {
    cuda::atomic_ref<int> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        ready = 1;
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void fences_of_orders(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        ready.store(1, cuda::memory_order_relaxed);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        *out = *data;
    }
}

// The scope of the block includes both.
//@ requires blockDim.x == 2 && gridDim.x == 2;
__global__ void within_blocks(int *data, int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
    if (threadIdx.x == 0) ready.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0) {
        data[blockIdx.x] = 42; //~ unproved: ordered by the flag
        ready.store(1, cuda::memory_order_release);
    }
    if (threadIdx.x == 1) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        out[blockIdx.x] = data[blockIdx.x];
    }
}

// A third thread changes the flag in between: it passes on what was released.
//@ requires gridDim.x == 3 && *flag == 0;
__global__ void relayed(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        ready.fetch_add(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) ready.fetch_add(2, cuda::memory_order_relaxed);
    if (blockIdx.x == 2 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) != 3)
            ;
        *out = *data;
    }
}

// Read once, and used only if it was set.
//@ requires gridDim.x == 2 && *flag == 0;
__global__ void checked(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ unproved: ordered by the flag
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0 && ready.load(cuda::memory_order_acquire) == 1) *out = *data;
}
