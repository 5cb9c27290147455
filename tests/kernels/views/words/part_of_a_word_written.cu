// Bytes that are written into an array of floats: cells are written whole.
//% verdict: unsupported

__global__ void writeByte(float *data) {
    data[0] = 1;
    unsigned char *bytes = (unsigned char *)data;
    bytes[threadIdx.x] = 1;
}
