// Nothing keeps the reads after the call apart from the writes in it.
//% verdict: not-verified

//@ requires blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> s[j] == j;
__device__ void number(int *s) { s[threadIdx.x] = threadIdx.x; } //~ error: race

//@ requires gridDim.x == 1 && \length(s) == blockDim.x && blockDim.x <= \length(out);
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == blockDim.x - 1 - j;
__global__ void reversed(int *out) {
    extern __shared__ int s[];
    number(s);
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
