// Four floats at a time behind a head that is copied one by one.
//% verdict: verified

//@ requires 0 <= quads <= blockDim.x * gridDim.x && blockDim.x * gridDim.x >= 4;
//@ requires 4 * quads + 4 <= \length(in) && 4 * quads + 4 <= \length(out);
//@ ensures \forall j. 0 <= j < 4 * quads + 4 -> out[j] == 2 * in[j];
__global__ void doubleAll(const float *in, float *out, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4) out[i] = 2 * in[i];
    if (i < quads) {
        float4 v = *(const float4 *)(in + 4 + 4 * i);
        v.x = 2 * v.x;
        v.y = 2 * v.y;
        v.z = 2 * v.z;
        v.w = 2 * v.w;
        *(float4 *)(out + 4 + 4 * i) = v;
    }
}
