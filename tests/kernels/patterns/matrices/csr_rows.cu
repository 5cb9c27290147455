// Rows of a sparse matrix are scaled in place; where they begin is sorted.
//% races: race-free

//@ requires \forall i, j. 0 <= i <= j <= rows -> start[i] <= start[j];
__global__ void scaleRows(const int *start, float *val, const float *by, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        for (int k = start[r]; k < start[r + 1]; k++) val[k] *= by[r];
    }
}
