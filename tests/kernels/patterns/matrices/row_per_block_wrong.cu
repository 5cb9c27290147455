// Threads start at their number and step by half a block.
//% races: racy

__global__ void scaleRows(float *m, const float *factor, int cols) {
    float f = factor[blockIdx.x];
    float *row = &m[blockIdx.x * cols];
    for (int c = threadIdx.x; c < cols; c += (blockDim.x + 1) / 2) {
        row[c] *= f; //~ error: race
    }
}
