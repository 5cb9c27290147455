// Nothing says that rows do not overlap.
//% races: racy

__global__ void scaleRows(const int *start, float *val, const float *by, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        for (int k = start[r]; k < start[r + 1]; k++) val[k] *= by[r]; //~ error: race
    }
}
