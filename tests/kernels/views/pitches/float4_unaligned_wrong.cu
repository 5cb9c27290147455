// The head has three floats: what follows is at no multiple of sixteen bytes.
//% verdict: refuted

//@ requires 0 <= quads <= blockDim.x * gridDim.x;
//@ requires 4 * quads + 3 <= \length(in) && 4 * quads + 3 <= \length(out);
__global__ void copyTail(const float *in, float *out, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        float4 v = *(const float4 *)(in + 3 + 4 * i); //~ error: assert
        out[3 + 4 * i] = v.x;
    }
}
