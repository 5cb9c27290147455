// Cells whose indices look like a thread's coordinates, also where there is no such thread.
//
// Wrong: only the launched threads write, so with fewer than 8 threads or blocks some cells keep
// what they had.
//
//% verdict: refuted

__device__ int table[8][8];

//@ requires blockDim.x <= 8 && gridDim.x <= 8;
//@ ensures \forall i, j. 0 <= i < 8 && 0 <= j < 8 -> table[i][j] == 1; //~ error: ensures
__global__ void fill() {
    table[threadIdx.x][blockIdx.x] = 1;
}
