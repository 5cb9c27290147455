// Even and odd elements are treated differently; the lowest bit tells them apart.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= 2 * j < n -> data[2 * j] == 0;
//@ ensures \forall j. 0 <= 2 * j + 1 < n -> data[2 * j + 1] == \old(data[2 * j + 1]) + 1;
__global__ void evenOdd(int *data, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if ((i & 1u) == 0u)
            data[i] = 0;
        else
            data[i] += 1;
    }
}
