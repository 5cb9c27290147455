// Without a fence nothing that was done under the lock is passed on.
//% verdict: not-verified

//@ requires *lock == 0;
__global__ void add_one(int *lock, int *value) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *value = *value + 1; //~ error: race
        atomicExch(lock, 0);
    }
}
