// Neighbours change places, in the array itself.
//% verdict: verified

//@ requires \length(data) == 2 * n && 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> data[2 * j] == \old(data[2 * j + 1]) && data[2 * j + 1] == \old(data[2 * j]);
__global__ void swapPairs(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int first = data[2 * i];
    data[2 * i] = data[2 * i + 1];
    data[2 * i + 1] = first;
}
