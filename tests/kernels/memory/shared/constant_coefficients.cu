// Coefficients in constant memory, whatever they are, and a table whose values are known.
//% verdict: verified

__constant__ float coefficient[3];
__device__ const int weight[3] = {1, 2, 1};

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == coefficient[0] + x[j] * (coefficient[1] + x[j] * coefficient[2]);
__global__ void quadratic(const float *x, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = coefficient[0] + x[i] * (coefficient[1] + x[i] * coefficient[2]);
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 < j < n - 1 -> out[j] == in[j - 1] + 2 * in[j] + in[j + 1];
__global__ void smooth(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n - 1) out[i] = weight[0] * in[i - 1] + weight[1] * in[i] + weight[2] * in[i + 1];
}
