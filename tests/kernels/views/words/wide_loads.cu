// Sixteen bytes at a time from memory of pairs: an even pair is where such a load may begin.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 2 * n <= \length(pairs) && 2 * n <= \length(out);
//@ ensures \forall i. 0 <= i < 2 * n -> out[i].x == pairs[i].x && out[i].y == pairs[i].y;
__global__ void copyPairs(const float2 *pairs, float2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) *(float4 *)(out + 2 * i) = *(const float4 *)(pairs + 2 * i);
}
