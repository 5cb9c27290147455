// Sums that do not fit, or only in some order (ATOMIC-12).
//% verdict: not-verified
//% options: --ints checked

//@ requires 1 <= \length(c);
//@ ensures true;
__global__ void one(int *c) {
    atomicAdd(&c[0], 1); //~ error: overflow
}

//@ requires 1 <= \length(c);
//@ ensures true;
__global__ void loop(int *c, int n) {
    for (int i = 0; i < n; ++i) atomicAdd(&c[0], 1); //~ error: overflow
}

// Beside other atomics.
//@ requires 1 <= \length(c) && c[0] == 0 && gridDim.x == 1;
//@ ensures true;
__global__ void exchanged(int *c) {
    atomicExch(&c[0], 2147483647);
    __syncthreads();
    atomicAdd(&c[0], 1); //~ error: overflow
}

// Together they add nothing.
//@ requires 1 <= \length(c) && c[0] == 1 && gridDim.x == 1 && blockDim.x == 2;
//@ ensures c[0] == 1;
__global__ void to_and_fro(int *c) {
    atomicAdd(&c[0], threadIdx.x == 0 ? 2147483647 : -2147483647); //~ error: overflow
}

// In one order of the threads.
//@ requires 1 <= \length(c) && c[0] == 2147483647 && gridDim.x == 1 && blockDim.x == 2;
//@ ensures true;
__global__ void there_and_back(int *c) {
    if (threadIdx.x == 0) atomicSub(&c[0], 1);
    if (threadIdx.x == 1) atomicAdd(&c[0], 1); //~ error: overflow
}

// What an invariant says of the sums does not tell whether they fit.
//@ requires 1 <= \length(c) && 0 <= n && c[0] >= 0 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures c[0] == \old(c[0]) + n;
__global__ void invariant(int *c, int n) {
    for (int i = 0; i < n; i++) {
        //@ invariant c[0] == \old(c[0]) + i;
        atomicAdd(&c[0], 1); //~ error: overflow
    }
}
