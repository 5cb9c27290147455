// The contract forgets that there may be fewer threads than elements.
//% verdict: refuted

//@ requires 0 <= n;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
//~^ error: ensures
__global__ void clear(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0;
}
