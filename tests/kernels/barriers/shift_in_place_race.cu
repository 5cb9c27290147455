// Each thread reads the neighbour's element, which the neighbour overwrites at some time.
//% verdict: refuted

//@ requires 1 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n - 1 -> data[j] == \old(data[j + 1]);
__global__ void shiftLeft(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) data[i] = data[i + 1]; //~ error: race
}
