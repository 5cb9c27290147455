// Names in inner blocks hide those outside; afterwards the outer ones are as they were.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall n. 0 <= n < 1 && 0 < blockDim.x -> n == 0;
//@ ensures \forall j. 0 <= j < n -> out[j] == 10 * j + 6;
__global__ void shadows(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = 1;
    {
        int x = 5;
        x++;
        out[i] = x;
    }
    for (int x = 0; x < 3; x++) out[i] += 0 * x;
    for (int n = 0; n < 2; n++) {
        int x = i;
        out[i] += 5 * x;
    }
    out[i] = out[i] * x;
}
