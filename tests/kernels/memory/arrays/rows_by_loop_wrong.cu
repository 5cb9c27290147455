// One row too many: the last pointer leads behind the buffer.
//% verdict: refuted

#define ROWS 4

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires ROWS * n <= \length(buffer) && n <= \length(sums);
__global__ void columnSums(const int *buffer, int *sums, int n) {
    const int *row[ROWS];
    for (int r = 0; r < ROWS; r++) row[r] = buffer + (r + 1) * n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = 0;
        for (int r = 0; r < ROWS; r++) sum += row[r][i]; //~ error: bounds
        sums[i] = sum;
    }
}
