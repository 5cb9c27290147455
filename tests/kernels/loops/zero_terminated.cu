// The length of each zero-terminated row; the guard of the loop reads memory only behind a check.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= cols;
//@ requires \length(text) == rows * cols && \length(size) == rows;
//@ ensures \forall r, k. 0 <= r < rows && 0 <= k < size[r] -> text[r * cols + k] != 0;
//@ ensures \forall r. 0 <= r < rows -> size[r] == cols || text[r * cols + size[r]] == 0;
__global__ void rowLength(const char *text, int *size, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int k = 0;
    while (k < cols && text[r * cols + k] != 0) {
        //@ invariant 0 <= k <= cols;
        //@ invariant \active || k == cols || text[r * cols + k] == 0;
        //@ invariant \forall q. 0 <= q < k -> text[r * cols + q] != 0;
        k++;
    }
    size[r] = k;
}
