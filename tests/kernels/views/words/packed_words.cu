// Words that were stored byte by byte, the lowest byte first, are read as words behind a header of four bytes.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 4 * n + 4 <= \length(bytes) && n <= \length(words);
//@ ensures \forall j. 0 <= j < n ->
//@     words[j] == bytes[4 * j + 4] + 256 * bytes[4 * j + 5] + 65536 * bytes[4 * j + 6] + 16777216 * bytes[4 * j + 7];
__global__ void unpackWords(const unsigned char *bytes, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) words[i] = *(const unsigned *)(bytes + 4 + 4 * i);
}
