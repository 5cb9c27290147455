// A block for each row, the threads stride over its columns.
//% races: race-free

__global__ void scaleRows(float *m, const float *factor, int cols) {
    float f = factor[blockIdx.x];
    float *row = &m[blockIdx.x * cols];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        row[c] *= f;
    }
}
