// Each block copies its own stretch of the array, its threads side by side.
//% verdict: verified

//@ ghost int m;
//@ requires 0 <= m && chunk == m * blockDim.x;
//@ requires \length(a) == chunk * gridDim.x && \length(b) == chunk * gridDim.x;
//@ ensures \forall g, j. 0 <= g < gridDim.x && 0 <= j < chunk -> b[g * chunk + j] == a[g * chunk + j];
__global__ void chunkedCopy(const int *a, int *b, int chunk) {
    for (int i = threadIdx.x; i < chunk; i += blockDim.x) {
        //@ invariant i == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \forall g, j. 0 <= g < gridDim.x && 0 <= j < loop_count * blockDim.x -> b[g * chunk + j] == a[g * chunk + j];
        b[blockIdx.x * chunk + i] = a[blockIdx.x * chunk + i];
    }
}
