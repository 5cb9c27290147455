// Lanes that have returned are not waited for, from compute capability 7.0 on: the full mask is right.
//% verdict: verified

//@ requires n > 0;
//@ ensures \forall j. 0 <= j < n && j < blockDim.x * gridDim.x -> out[j] == in[j];
__global__ void copies(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __syncwarp();
    int v = in[i];
    __syncwarp(0xffffffff);
    out[i] = __shfl_sync(0xffffffff, v, threadIdx.x % 32);
}
