// A function gets copies: the caller's variable stays as it was.
//% verdict: verified

__device__ int next(int x) {
    x++;
    return x;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * j + 1;
__global__ void byValue(int *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    int y = next(x);
    out[x] = x + y;
}
