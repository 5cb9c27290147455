// Constant memory is no `const` object: a plain pointer may lead into it.
//% verdict: verified

__constant__ unsigned char table[4][8];

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall i. 0 <= i < n -> out[i] == table[i % 4][0] + table[i % 4][7];
__global__ void ends(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned char *row = &table[i % 4][0];
        out[i] = row[0] + row[7];
    }
}
