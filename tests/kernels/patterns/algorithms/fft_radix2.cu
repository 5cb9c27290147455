// One pass of a radix-2 transformation of each block, in shared memory.
//% races: race-free

//@ requires ns >= 1 && blockDim.x % ns == 0 && blockDim.x <= 256;
__global__ void pass(float *data, int ns) {
    __shared__ float re[512];
    int j = threadIdx.x;
    int n = blockDim.x;
    float *mine = data + blockIdx.x * 2 * n;
    float a = mine[j];
    float b = mine[j + n];
    int d = (j / ns) * ns * 2 + (j % ns);
    re[d] = a + b;
    re[d + ns] = a - b;
    __syncthreads();
    mine[j] = re[j];
    mine[j + n] = re[j + n];
}
