// Blockwise hypotheses for flat goals and the reverse, universal and existential.
//% verdict: verified

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ requires \forall j. 0 <= j < n -> a[j] == 3;
//@ ensures \forall b. 0 <= b < gridDim.x -> \forall t. 0 <= t < blockDim.x -> out[b * blockDim.x + t] == 6;
__global__ void flatToBlocks(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * a[i];
}

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ requires \forall t. 0 <= t < blockDim.x -> \forall b. 0 <= b < gridDim.x -> a[b * blockDim.x + t] == 3;
//@ ensures \forall j. 0 <= j < n -> out[j] == 6;
__global__ void blocksToFlat(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * a[i];
}

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ requires \exists b. 0 <= b < gridDim.x && \exists t. 0 <= t < blockDim.x && a[b * blockDim.x + t] == 3;
//@ ensures \exists j. 0 <= j < n && out[j] == 6;
__global__ void someBlock(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * a[i];
}

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ requires \exists j. 0 <= j < n && a[j] == 3;
//@ ensures \exists b. 0 <= b < gridDim.x && \exists t. 0 <= t < blockDim.x && out[b * blockDim.x + t] == 6;
__global__ void someCell(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * a[i];
}
