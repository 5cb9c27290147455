// Statements about several threads at once: `x@t` is thread t's `x`.
//% verdict: verified

//@ requires \forall t : thread. threadIdx.x@t < 64;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == j;
__global__ void numbers(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    //@ assert \forall t : thread. i@t == blockIdx.x@t * blockDim.x + threadIdx.x@t;
    //@ assert \forall t : thread. \forall u : thread. i@t == i@u -> blockIdx.x@t == blockIdx.x@u && threadIdx.x@t == threadIdx.x@u;
    out[i] = i;
}
