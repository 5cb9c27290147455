// A word that is packed byte by byte in a variable.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 4 * n <= \length(bytes) && n <= \length(words);
//@ ensures \forall i. 0 <= i < n -> words[i] ==
//@     bytes[4 * i] + 256 * bytes[4 * i + 1] + 65536 * bytes[4 * i + 2] + 16777216 * bytes[4 * i + 3];
__global__ void pack(const unsigned char *bytes, unsigned *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned word = 0;
        unsigned char *part = (unsigned char *)&word;
        for (int k = 0; k < 4; k++) part[k] = bytes[4 * i + k];
        words[i] = word;
    }
}
