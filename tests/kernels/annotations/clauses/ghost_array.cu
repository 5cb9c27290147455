// A ghost array names the contents of the array before the kernel.
//% verdict: verified

//@ ghost int before[];
//@ requires n <= blockDim.x * gridDim.x && \forall j. 0 <= j < n -> data[j] == before[j];
//@ ensures \forall j. 0 <= j < n -> data[j] == before[j] + 1;
__global__ void increment(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i]++;
}
