// Blocks of eighteen bytes: the words in the second one begin at no multiple of four.
//% verdict: refuted

struct Block {
    unsigned short scale;
    unsigned char digits[16];
};

//@ requires n <= blockDim.x * gridDim.x && 0 <= n;
//@ requires n <= \length(blocks) && n <= \length(out);
__global__ void firstWords(const Block *blocks, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = *(const int *)(blocks[i].digits); //~ error: assert
}
