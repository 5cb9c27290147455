// A copy of records that lie in an array of bytes: every field from its own bytes.
//% verdict: verified

struct Sample {
    unsigned char kind;
    unsigned short values[2];
};

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 6 * n + 6 <= \length(bytes) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == bytes[6 * j + 6] + bytes[6 * j + 10] + 256 * bytes[6 * j + 11];
__global__ void sumSamples(const unsigned char *bytes, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Sample *samples = (const Sample *)(bytes + 6);
        Sample own = samples[i];
        out[i] = own.kind + own.values[1];
    }
}
