// The user takes responsibility for races, so what a racy run shows does not count.
//% verdict: verified
//% options: --assume race-freedom

//@ ensures gridDim.x == 1 -> \forall t. 0 <= t < blockDim.x -> out[t] == 1;
__global__ void ones(int *out) {
    out[threadIdx.x] = 1;
}
