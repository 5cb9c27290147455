// A macro without brackets around its parameter: `row + 1 * width`.
//% verdict: refuted

#define AT(row, col) (row * width + col)

//@ requires 0 <= width && n <= blockDim.x * gridDim.x && 0 <= row;
//@ ensures \forall c. 0 <= c < n -> out[c] == in[(row + 1) * width + c];
//~^ error: ensures
__global__ void takeRow(const int *in, int *out, int row, int width, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < n) out[c] = in[AT(row + 1, c)];
}
