// Four bytes that go to memory as one word, through the address of the vector.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(in) && n <= \length(words);
//@ ensures \forall i. 0 <= i < n -> words[i] == in[i].x + 256 * in[i].y + 65536 * in[i].z + 16777216 * in[i].w;
__global__ void asWords(const uchar4 *in, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 bytes = in[i];
        words[i] = *(unsigned *)&bytes;
    }
}
