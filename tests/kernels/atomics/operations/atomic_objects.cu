// Objects of <cuda/atomic> (ATOMIC-4): their operations are CUDA's atomic functions.
//% verdict: verified
//% verdict of largest: safe
//% verdict of stopped: safe

#include <cuda/atomic>

//@ requires \length(count) == 1 && 0 <= n && n <= blockDim.x * gridDim.x;
//@ ensures count[0] == \old(count[0]) + sum(i, in[i] > 0 ? 1 : 0, 0, n - 1);
__global__ void countPositive(const int *in, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> counted(*count);
    if (i < n && in[i] > 0) counted.fetch_add(1, cuda::memory_order_relaxed);
}

//@ requires \length(bins) == 16 && n == \length(keys) && n <= blockDim.x * gridDim.x;
//@ requires \forall int i; 0 <= i && i < n ==> 0 <= keys[i] && keys[i] < 16;
//@ ensures \forall int b; 0 <= b && b < 16 ==> bins[b].value == \old(bins[b].value) + sum(i, keys[i] == b ? 1 : 0, 0, n - 1);
__global__ void histogram(const int *keys, cuda::atomic<int, cuda::thread_scope_device> *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[keys[i]]++;
}

// A load beside a store is no race.
//@ requires \length(stop) == 1 && n == \length(seen) && n == blockDim.x * gridDim.x;
__global__ void stopped(cuda::atomic<unsigned, cuda::thread_scope_device> *stop, int *seen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) stop->store(1, cuda::std::memory_order_release);
    seen[i] = stop->load(cuda::std::memory_order_acquire) == 0 ? 1 : 0;
}

// A maximum by exchanges, within a block.
__global__ void largest(const unsigned *in, unsigned *out) {
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> most;
    if (threadIdx.x == 0) most.store(0);
    __syncthreads();
    unsigned mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned held = most.load();
    while (held < mine && !most.compare_exchange_weak(held, mine)) {
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = most.load();
}
