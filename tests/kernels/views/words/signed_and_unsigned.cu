// One memory as signed and as unsigned integers.
//% verdict: verified

//@ requires blockDim.x * gridDim.x <= \length(data);
//@ requires \forall j. 0 <= j < blockDim.x * gridDim.x -> 0 <= data[j] <= 1000;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> data[j] == \old(data[j]) - 1000;
__global__ void shiftDown(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *as_unsigned = (unsigned *)data;
    unsigned found = as_unsigned[i];
    data[i] = (int)found - 1000;
}
