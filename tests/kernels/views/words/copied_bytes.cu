// Two bytes at any address become a number, by a copy of bytes, and a row of counters is cleared.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 2 * n + 1 <= \length(bytes) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == bytes[2 * j + 1] + 256 * bytes[2 * j + 2];
__global__ void oddHalves(const unsigned char *bytes, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned short half;
        memcpy(&half, bytes + 2 * i + 1, sizeof(half));
        int counters[3];
        memset(counters, 0, sizeof(counters));
        out[i] = half + counters[2];
    }
}
