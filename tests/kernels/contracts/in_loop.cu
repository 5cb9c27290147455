// A function with a barrier, called in each round of a loop, with pointers into the middle of an array and a bound that all threads share.
//% verdict: verified

//@ requires 0 < n <= blockDim.x && n <= \length(from) && n <= \length(to);
//@ writes to[0 .. n - 1];
//@ ensures \forall j. 0 <= j < n -> to[j] == \old(from[j]) + 1;
__device__ void step(const int *from, int *to, int n) {
    __syncthreads();
    if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x] + 1;
    __syncthreads();
}

//@ requires 0 <= n && blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> s[j] == \old(s[j]) + n;
__device__ void addSlowly(int *s, int n) {
    for (int i = 0; i < n; i++) {
        //@ invariant 0 <= i <= n;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == \old(s[j]) + i;
        s[threadIdx.x]++;
        __syncthreads();
    }
}

//@ requires gridDim.x == 1 && 0 <= rounds && blockDim.x <= \length(out);
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == 2 * rounds + blockDim.x;
__global__ void rounds(int *out, int rounds) {
    __shared__ int one[1024];
    __shared__ int other[1024];
    one[threadIdx.x] = 0;
    for (int r = 0; r < rounds; r++) {
        //@ invariant 0 <= r <= rounds;
        //@ invariant \forall j. 0 <= j < blockDim.x -> one[j] == 2 * r;
        step(one, other, blockDim.x);
        step(other, one, blockDim.x);
    }
    addSlowly(one, blockDim.x);
    out[threadIdx.x] = one[threadIdx.x];
}
