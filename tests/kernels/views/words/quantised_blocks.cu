// Blocks of quantised numbers, a scale and sixteen bytes of two digits each, come as bytes without a type. The lowest
// digits of the words of a block are summed.
//% verdict: safe
//% options: --block 32

struct Block {
    float scale;
    unsigned char digits[16];
};

__device__ int word(const unsigned char *bytes, int at) {
    return *((const int *)(bytes + sizeof(int) * at));
}

//@ requires 0 <= rows && rows <= gridDim.x;
//@ requires rows <= \length(out);
__global__ void lowestDigits(const void *packed, int *out, int rows) {
    const Block *blocks = (const Block *)packed;
    int row = blockIdx.x;
    if (row < rows && threadIdx.x == 0) {
        int sum = 0;
        for (int at = 0; at < 4; at++) {
            //@ invariant 0 <= at <= 4;
            sum += word(blocks[row].digits, at) & 15;
        }
        out[row] = sum;
    }
}
