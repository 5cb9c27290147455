// Bytes of an array of wider numbers are read one by one.
//% verdict: safe

//@ requires blockDim.x * gridDim.x <= 1000 && 2 * blockDim.x * gridDim.x <= \length(out);
__global__ void bytesOf(unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short pair[2];
    pair[0] = 0x0201;
    pair[1] = 0x0403;
    const unsigned char *bytes = (const unsigned char *)pair;
    //@ assert i >= 0;
    out[2 * i] = bytes[0];
    out[2 * i + 1] = bytes[3];
    //@ assert out[2 * i] == 1 && out[2 * i + 1] == 4;
}
