// Words and bytes in turn: no thread touches a byte of another one's.
//% verdict: verified

//@ requires 8 * blockDim.x * gridDim.x <= \length(bytes);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> bytes[8 * j] == 4 && bytes[8 * j + 1] == 3 && bytes[8 * j + 2] == 2
//@     && bytes[8 * j + 3] == 1 && bytes[8 * j + 7] == 9;
__global__ void wordBesideByte(unsigned char *bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(unsigned *)(bytes + 8 * i) = 0x01020304;
    bytes[8 * i + 7] = 9;
}
