// All diagonals at once.
//% races: racy

#define BS 4

//@ requires blockDim.x == BS && gridDim.x == 1;
__global__ void diagonals(const int *ref, int *matrix, int penalty) {
    __shared__ int temp[BS + 1][BS + 1];
    int tx = threadIdx.x;
    if (tx == 0) temp[0][0] = matrix[0];
    temp[tx + 1][0] = matrix[(tx + 1) * (BS + 1)];
    temp[0][tx + 1] = matrix[tx + 1];
    __syncthreads();
    for (int m = 0; m < BS; m++) {
        if (tx <= m) {
            int x = tx + 1;
            int y = m - tx + 1;
            temp[y][x] = max(temp[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty); //~ error: race
        }
    }
    __syncthreads();
    for (int y = 0; y < BS; y++) matrix[(y + 1) * (BS + 1) + tx + 1] = temp[y + 1][tx + 1];
}
