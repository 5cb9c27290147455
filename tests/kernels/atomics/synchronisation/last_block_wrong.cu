// Last-block sums that order nothing (ATOMIC-19).
//% verdict: refuted

#include <cuda/atomic>

//@ requires *count == 0 && gridDim.x == 2;
__global__ void relaxed(const int *in, int *part, int *out, unsigned *count) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(*count);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ error: race
        if (done.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) *out = part[0] + part[1];
    }
}

//@ requires *count == 0 && gridDim.x == 2;
__global__ void narrow(const int *in, int *part, int *out, unsigned *count) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ error: race
        __threadfence_block();
        unsigned ticket = atomicAdd(count, 1);
        __threadfence();
        if (ticket == gridDim.x - 1) *out = part[0] + part[1];
    }
}

//@ requires *count == 0 && gridDim.x == 2;
__global__ void not_the_last(const int *in, int *part, int *out, unsigned *count) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ error: race
        __threadfence();
        unsigned ticket = atomicAdd(count, 1);
        __threadfence();
        if (ticket == 0) *out = part[0] + part[1];
    }
}
