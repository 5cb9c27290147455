// The contract takes the middle weight to be one.
//% verdict: refuted

__device__ const int weight[3] = {1, 2, 1};

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 < j < n - 1 -> out[j] == in[j - 1] + in[j] + in[j + 1];
//~^ error: ensures
__global__ void smooth(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n - 1) out[i] = weight[0] * in[i - 1] + weight[1] * in[i] + weight[2] * in[i + 1];
}
