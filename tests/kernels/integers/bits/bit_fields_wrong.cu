// The bytes overlap: the upper one is shifted by too little, so `|` is no sum.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> word[i] == 128 * high[i] + low[i]; //~ error
__global__ void bitFields(unsigned *word, const unsigned char *high, const unsigned char *low, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = (high[i] << 7) | low[i];
}
