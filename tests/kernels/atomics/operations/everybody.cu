// Every thread adds one: the counter grows by the number of threads.
//% verdict: verified

//@ ensures total[0] == \old(total[0]) + blockDim.x * gridDim.x;
__global__ void everybody(int *total) { atomicAdd(total, 1); }

//@ ensures *total == \old(*total) + sum(t : thread, threadIdx.x@t < 10 ? 1 : 0);
__global__ void first_ten(int *total) {
    if (threadIdx.x < 10)
        atomicAdd(total, 1);
}
