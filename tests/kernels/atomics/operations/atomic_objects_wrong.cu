// What is false of the objects of <cuda/atomic>: a plain write beside a load is a race.
//% verdict: refuted

#include <cuda/atomic>

//@ requires \length(flag) == 1;
__global__ void plain(int *flag, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> held(*flag);
    if (i == 0) *flag = 1; //~ error: race
    out[i] = held.load();
}

//@ requires \length(count) == 1 && blockDim.x * gridDim.x == 4;
//@ ensures count[0].value == \old(count[0].value) + 5; //~ error: ensures
__global__ void counted(cuda::atomic<int> *count) {
    *count += 1;
}
