// A grid-stride loop without annotations.
//% verdict: safe

__global__ void gridStride(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] = a[i] + 1;
}
