// The last step of a scan over many blocks, with what stands before the next block.
//
//% verdict: not-verified

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(before) == gridDim.x;
//@ requires \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], i / blockDim.x * blockDim.x, i);
//@ requires \forall b. 0 <= b < gridDim.x -> before[b] == sum(k, in[k], 0, b * blockDim.x - 1);
//@ ensures \forall i. 0 <= i < \length(out) -> out[i] == sum(k, in[k], 0, i);
//~^ error: ensures
__global__ void addBefore(const int *in, const int *before, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += before[gridDim.x - 1 - blockIdx.x];
}
