// Two operators of which the same is known are two.
//% verdict: refuted

//@ operator plus(int x, int y) identity e;
__device__ int plus(int x, int y);
//@ operator times(int x, int y) identity 0;
__device__ int times(int x, int y);

//@ requires 0 <= rows <= blockDim.x * gridDim.x && rows * cols <= \length(a) && rows <= \length(out) && 0 <= cols <= 1000 && zero == e;
//@ ensures \forall r. 0 <= r < rows -> out[r] == fold(plus, k, a[r * cols + k], 0, cols - 1); //~ error: ensures
__global__ void combineRows(const int *a, int *out, int rows, int cols, int zero) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int all = zero;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols && all == fold(plus, i, a[r * cols + i], 0, k - 1); //~ error: invariant-preserved
        all = times(all, a[r * cols + k]);
    }
    out[r] = all;
}
