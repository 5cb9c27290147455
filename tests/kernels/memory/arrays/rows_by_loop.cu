// Pointers to the rows of one buffer, set and used in loops.
//% verdict: verified

#define ROWS 4

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires ROWS * n <= \length(buffer) && n <= \length(sums);
//@ ensures \forall i. 0 <= i < n -> sums[i] == buffer[i] + buffer[n + i] + buffer[2 * n + i] + buffer[3 * n + i];
__global__ void columnSums(const int *buffer, int *sums, int n) {
    const int *row[ROWS];
    for (int r = 0; r < ROWS; r++) row[r] = buffer + r * n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = 0;
        for (int r = 0; r < ROWS; r++) sum += row[r][i];
        sums[i] = sum;
    }
}
