// Cells whose indices look like a thread's coordinates: those of launched threads are written, the
// others keep what they had.
//
//% verdict: verified

__device__ int table[8][8];

//@ requires blockDim.x <= 8 && gridDim.x <= 8;
//@ ensures \forall i, j. 0 <= i < blockDim.x && 0 <= j < gridDim.x -> table[i][j] == 1;
//@ ensures \forall i, j. blockDim.x <= i < 8 && 0 <= j < 8 -> table[i][j] == \old(table[i][j]);
__global__ void fill() {
    table[threadIdx.x][blockIdx.x] = 1;
}
