// The last word begins inside of the bytes and ends outside of them.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 2 * n + 2 <= \length(bytes) && n <= \length(words);
__global__ void lastWord(const unsigned char *bytes, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const unsigned short *halves = (const unsigned short *)(bytes + 2);
        words[i] = halves[i + 1]; //~ error: bounds
    }
}
