// Two bytes are packed into a word and taken out again; the number of whole groups of 32 is found by a mask.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> word[i] == 256 * high[i] + low[i];
//@ ensures \forall i. 0 <= i < n -> first[i] == high[i] && second[i] == low[i];
//@ ensures \forall i. 0 <= i < n -> whole[i] == 32 * (count[i] / 32) && flagged[i] == count[i] - count[i] % 8 + 5;
__global__ void bitFields(unsigned *word, unsigned *first, unsigned *second, unsigned *whole, unsigned *flagged,
                          const unsigned char *high, const unsigned char *low, const unsigned *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        word[i] = (high[i] << 8) | low[i];
        first[i] = (word[i] >> 8) & 0xffu;
        second[i] = word[i] & 0xffu;
        whole[i] = count[i] & ~31u;
        flagged[i] = (count[i] & ~7u) ^ 5u;
    }
}
