// A thread writes a word while its neighbour writes the last byte of it.
//% verdict: refuted

//@ requires 4 * blockDim.x * gridDim.x + 4 <= \length(bytes);
__global__ void wordAndByte(unsigned char *bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(unsigned *)(bytes + 4 * i) = 0; //~ error: race
    bytes[4 * i + 7] = 1;
}
