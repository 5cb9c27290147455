// Two threads write different values to each cell, from which nothing absurd follows.
//% verdict: refuted

//@ ensures \forall j. 0 <= 2 * j < blockDim.x * gridDim.x -> out[j] == 2 * j;
//~^ error: ensures
//@ ensures 1 < blockDim.x -> 1 == 2;
//~^ error: ensures
__global__ void halves(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i / 2] = i; //~ error: race
}
