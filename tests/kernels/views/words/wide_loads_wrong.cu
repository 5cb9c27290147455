// Sixteen bytes at a time, from any pair on: an odd one is where no such load may begin.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n + 1 <= \length(pairs) && n <= \length(out);
__global__ void sums(const float2 *pairs, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 both = *(const float4 *)(pairs + i); //~ error: assert
        out[i] = both.x + both.z;
    }
}
