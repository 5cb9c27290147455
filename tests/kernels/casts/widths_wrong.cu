// A conversion to a signed type does not keep what is too large for it.
//% verdict: not-verified

//@ requires \length(o) == 1;
//@ ensures o[0] >= 0; //~ error: ensures
__global__ void of_a_sum(int *o, unsigned n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (int)(n + threadIdx.x);
}

//@ requires \length(o) == 1;
//@ ensures o[0] >= 0; //~ error: ensures
__global__ void of_a_number(int *o, unsigned n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = static_cast<int>(n);
}

//@ requires gridDim.x == 1 && \length(o) == blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> o[i] >= 0; //~ error: ensures
__global__ void of_a_byte(int *o) {
    o[threadIdx.x] = (signed char)threadIdx.x;
}

//@ requires gridDim.x == 1 && \length(o) == blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> o[i] == 32768 * i; //~ error: ensures
__global__ void of_a_short(int *o) {
    o[threadIdx.x] = (short)(threadIdx.x * 32768u);
}

//@ requires gridDim.x == 1 && \length(o) == blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> o[i] == 4294967296 * i; //~ error: ensures
__global__ void of_a_wide_one(long long *o) {
    o[threadIdx.x] = int(4294967296ll * threadIdx.x);
}
