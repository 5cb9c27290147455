// Words whose memory the kernel knows as bytes only: the bytes are the memory then, of which no length is known.
//% verdict: safe

//@ requires n <= \length(words) && 0 <= n;
__global__ void clearBytes(unsigned *words, int n) {
    unsigned char *bytes = (unsigned char *)words;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * n) bytes[i] = 0;
}
