// Macros with and without parameters, used in the code and in the contract.
//% verdict: verified

#define GLOBAL_X (blockIdx.x * blockDim.x + threadIdx.x)
#define AT(row, col) ((row) * width + (col))
#define FIELD(name) name##_values
#define BIAS 3

//@ requires 0 <= width && n <= blockDim.x * gridDim.x && 0 <= row;
//@ ensures \forall c. 0 <= c < n -> out_values[c] == in_values[AT(row + 1, c)] + BIAS;
__global__ void takeRow(const int *in_values, int *out_values, int row, int width, int n) {
    int c = GLOBAL_X;
#if BIAS > 2 && defined(AT)
    if (c < n) FIELD(out)[c] = FIELD(in)[AT(row + 1, c)] + BIAS;
#else
    if (c < n) FIELD(out)[c] = 0;
#endif
}
