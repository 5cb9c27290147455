// The components of a vector by index: the address of the first one leads to all four.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(points) && n <= \length(norms);
//@ ensures \forall i. 0 <= i < n -> norms[i] ==
//@     \old(points[i].x) * \old(points[i].x) + 2 * (\old(points[i].y) * \old(points[i].y))
//@     + 3 * (\old(points[i].z) * \old(points[i].z)) + 4 * (\old(points[i].w) * \old(points[i].w));
__global__ void weightedNorms(const float4 *points, float *norms, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 point = points[i];
        const float *component = &point.x;
        float sum = 0.0f;
        for (int k = 0; k < 4; k++) sum += (k + 1) * (component[k] * component[k]);
        norms[i] = sum;
    }
}
