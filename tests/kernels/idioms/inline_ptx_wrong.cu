// The barrier is written in PTX, and not every thread comes to it; behind it a store goes to the cell of a neighbour that reads it.
//% verdict: not-verified

//@ requires blockDim.x <= 256 && \length(a) == gridDim.x * blockDim.x;
__global__ void halfBarrier(float *a) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t]; //~ error: race
    if (t < 32) asm volatile("bar.sync 0;" ::: "memory"); //~ error: barrier
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

//@ requires \length(a) == gridDim.x * blockDim.x + 1;
__global__ void shifted(int *a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v;
    asm volatile("ld.global.s32 %0, [%1 + 4];" : "=r"(v) : "l"(a + i) : "memory"); //~ error: race
    asm volatile("st.global.s32 [%0], %1;" ::"l"(a + i), "r"(v) : "memory");
}

// An `add` of two products that the contract takes for their difference.
//@ requires \length(a) == gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> a[i] == x - y; //~ error: ensures
__global__ void summed(int *a, int x, int y) {
    int v;
    asm("add.s32 %0, %1, %2;" : "=r"(v) : "r"(x), "r"(y));
    a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
