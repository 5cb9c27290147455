// One thread of each block writes the one cell.
//% verdict: not-verified

__global__ void oneWriterOfBlock(int *out, int v) {
    if (threadIdx.x == 0) out[0] = v + blockIdx.x; //~ error: race
}
