// Blocks of eighteen bytes, two bytes at a time: those are aligned.
//% verdict: verified

struct Block {
    unsigned short scale;
    unsigned char digits[16];
};

//@ requires n <= blockDim.x * gridDim.x && 0 <= n;
//@ requires n <= \length(blocks) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == blocks[j].digits[2] + 256 * blocks[j].digits[3];
__global__ void secondHalves(const Block *blocks, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = ((const unsigned short *)blocks[i].digits)[1];
}
