// A one-dimensional contract on a two-dimensional grid: rows of blocks write to the same cells.
//% verdict: refuted

//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == 0;
//~^ error: ensures
__global__ void twoDimensions(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y; //~ error: race
}
