// `++k` where `k++` is meant: the first cell of each pair is skipped.
//% verdict: refuted

//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[2 * i] == i;
//~^ error: ensures
__global__ void stepping(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = 2 * i;
    out[++k] = i;
}
