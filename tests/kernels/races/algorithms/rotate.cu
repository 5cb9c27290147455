// Each thread reads its neighbour's cell behind a barrier.
//% verdict: safe

//@ requires blockDim.x <= 256;
__global__ void rotate(int *a) {
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    a[i] = s[(threadIdx.x + 1) % blockDim.x];
}
