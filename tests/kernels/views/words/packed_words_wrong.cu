// The highest byte comes first: that is another order than the memory's.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 2 * n + 2 <= \length(bytes) && n <= \length(words);
//@ ensures \forall j. 0 <= j < n -> words[j] == 256 * bytes[2 * j + 2] + bytes[2 * j + 3];
//~^ error: ensures
__global__ void unpackShorts(const unsigned char *bytes, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) words[i] = *(const unsigned short *)(bytes + 2 + 2 * i);
}
