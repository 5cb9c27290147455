// One-dimensional threads find their row and column by division.
//% verdict: verified
//% known: unknown -- the thread that writes a cell is not found through division and remainder

//@ requires 0 < w && 0 < h && w * h <= blockDim.x * gridDim.x;
//@ ensures \forall r, c. 0 <= r < h && 0 <= c < w -> out[c * h + r] == in[r * w + c];
__global__ void transpose(const float *in, float *out, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h) {
        int r = i / w;
        int c = i % w;
        out[c * h + r] = in[i];
    }
}
