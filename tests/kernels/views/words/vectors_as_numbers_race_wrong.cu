// A thread writes a pair as numbers while its neighbour reads that pair.
//% verdict: refuted

//@ requires 0 <= n && n < blockDim.x * gridDim.x;
//@ requires n + 1 <= \length(pairs) && n <= \length(out);
__global__ void shift(float2 *pairs, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *numbers = (float *)pairs;
    if (i < n) {
        numbers[2 * i + 1] = 0.0f; //~ error: race
        out[i] = pairs[i + 1].y;
    }
}
