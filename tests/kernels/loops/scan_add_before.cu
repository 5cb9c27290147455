// The last step of a scan over a grid: what stands before each block is added to its elements.
//% verdict: verified

//@ ghost int in[];
//@ requires n <= \length(local) && n <= blockDim.x * gridDim.x && gridDim.x <= \length(before);
//@ requires \forall j. 0 <= j < n -> local[j] == sum(k, in[k], j / blockDim.x * blockDim.x, j);
//@ requires \forall b. 0 <= b < gridDim.x -> before[b] == sum(k, in[k], 0, b * blockDim.x - 1);
//@ ensures \forall j. 0 <= j < n -> local[j] == sum(k, in[k], 0, j);
__global__ void addBefore(int *local, const int *before, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) local[i] += before[blockIdx.x];
}
