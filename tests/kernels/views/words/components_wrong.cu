// Five components of a vector that has four.
//% verdict: refuted

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(points) && n <= \length(sums);
__global__ void sums(const float4 *points, float *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 point = points[i];
        const float *component = &point.x;
        float sum = 0.0f;
        for (int k = 0; k < 5; k++) sum += component[k]; //~ error: bounds
        sums[i] = sum;
    }
}
