// Threads that return inside the loop never come to the write behind it.
//% verdict: refuted

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ ensures \forall r. 0 <= r < rows -> done[r] == 1;
//~^ error: ensures
__global__ void leaving(const int *a, int *done, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    for (int k = 0; k < cols; k++) {
        //@ invariant 0 <= k <= cols;
        if (a[r * cols + k] < 0) return;
    }
    done[r] = 1;
}
