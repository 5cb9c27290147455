// Message passing that orders nothing: each lacks a part of what ATOMIC-19 asks for, and a run shows the race.
//% verdict: refuted

#include <cuda/atomic>

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void plain_flag(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        __threadfence();
        *flag = 1; //~ error: race
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (*flag == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

// Of one side only.
//@ requires gridDim.x == 2 && *flag == 0;
__global__ void half_volatile(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        __threadfence();
        *flag = 1; //~ error: race
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (*(volatile int *)flag == 0)
            ;
        __threadfence();
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void no_fence_of_the_reader(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        __threadfence();
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void no_fence_of_the_writer(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
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
__global__ void narrow_fence(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        __threadfence_block();
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
__global__ void narrow_scope(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void relaxed_store(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        ready.store(1, cuda::memory_order_relaxed);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void relaxed_load(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        *out = *data;
    }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void too_late(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        ready.store(1, cuda::memory_order_release);
        *data = 42; //~ error: race
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = *data;
    }
}

// The value is not looked at.
//@ requires gridDim.x == 2 && *flag == 0;
__global__ void not_observed(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42; //~ error: race
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        int seen = ready.load(cuda::memory_order_acquire);
        *out = *data + seen;
    }
}
