// Another lane writes the result.
//
// Found: a row whose first entry is missing.
//
//% verdict: refuted

//@ requires blockDim.x % 32 == 0 && 0 <= rows && 32 * rows <= gridDim.x * blockDim.x && rows <= 1000000;
//@ requires rows < \length(first) && rows <= \length(y) && \length(value) == \length(column);
//@ requires \forall r. 0 <= r < rows -> 0 <= first[r] <= first[r + 1] <= \length(value);
//@ requires \forall e. 0 <= e < \length(column) -> 0 <= column[e] < \length(x);
//@ ensures \forall r. 0 <= r < rows -> y[r] == sum(e, value[e] * x[column[e]], first[r], first[r + 1] - 1); //~ error: ensures
__global__ void sparseMulWarps(const int *first, const int *column, const float *value, const float *x, float *y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float dot = 0;
    for (int e = first[row] + lane; e < first[row + 1]; e += 32) dot += value[e] * x[column[e]];
    for (int d = 16; d > 0; d /= 2) dot += __shfl_down_sync(0xffffffff, dot, d);
    if (lane == 1) y[row] = dot;
}
