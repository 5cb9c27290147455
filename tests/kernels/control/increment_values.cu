// `k++` and `++k` as values, and assignments as values.
//% verdict: verified

//@ requires \length(out) == 4 * (blockDim.x * gridDim.x);
//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x ->
//@     out[4 * i] == i && out[4 * i + 1] == i && out[4 * i + 2] == 5 && out[4 * i + 3] == 7;
__global__ void stepping(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = 4 * i;
    int x, y;
    x = y = i;
    out[k++] = x;
    out[k] = y;
    out[++k] = 5;
    out[k += 1] = (x = 3, x + 4);
}
