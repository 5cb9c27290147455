// The four bytes of a word in a variable, as a vector.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(words) && n <= \length(sums);
//@ ensures \forall i. 0 <= i < n -> sums[i] ==
//@     words[i] % 256 + words[i] / 256 % 256 + words[i] / 65536 % 256 + words[i] / 16777216;
__global__ void byteSums(const unsigned *words, unsigned *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned word = words[i];
        uchar4 bytes = *reinterpret_cast<uchar4 *>(&word);
        sums[i] = bytes.x + bytes.y + bytes.z + bytes.w;
    }
}
