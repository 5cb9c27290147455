// A thread that left by `break` need not have seen the guard fail.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r. 0 <= r < rows -> size[r] == cols;
//~^ error: ensures
__global__ void rowLength(const int *text, int *size, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int k = 0;
    while (k < cols) {
        //@ invariant 0 <= k <= cols;
        if (text[r * cols + k] == 0) break;
        k++;
    }
    size[r] = k;
}
