// A template proved for every value of its parameter at once.
//% verdict: verified

//@ requires 0 < COLS && 0 <= rows <= blockDim.x * gridDim.x;
//@ ensures \forall r. 0 <= r < rows -> out[r] == sum(k, in[r * COLS + k], 0, COLS - 1);
template <int COLS>
__global__ void rowSums(const float *in, float *out, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float total = 0;
    for (int k = 0; k < COLS; k++) {
        //@ invariant 0 <= k <= COLS;
        //@ invariant total == sum(q, in[r * COLS + q], 0, k - 1);
        total += in[r * COLS + k];
    }
    out[r] = total;
}
