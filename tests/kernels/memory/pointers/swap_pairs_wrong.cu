// The second assignment reads what the first has just written.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> data[2 * j] == \old(data[2 * j + 1]) && data[2 * j + 1] == \old(data[2 * j]);
//~^ error: ensures
__global__ void swapPairs(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    data[2 * i] = data[2 * i + 1];
    data[2 * i + 1] = data[2 * i];
}
