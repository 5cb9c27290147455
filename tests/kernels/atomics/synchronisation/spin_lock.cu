// A lock by compare and exchange, with fences: right, but no proof here knows of such an order.
//% verdict: safe
//% known: unknown -- locks order nothing in proofs of races

__device__ void acquire(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void release(int *lock) {
    __threadfence();
    atomicExch(lock, 0);
}

//@ requires *lock == 0;
__global__ void add_one(int *lock, int *value) {
    if (threadIdx.x == 0) {
        acquire(lock);
        *value = *value + 1; //~ unproved: ordered by the lock
        release(lock);
    }
}
