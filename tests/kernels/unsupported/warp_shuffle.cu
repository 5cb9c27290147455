// Shuffles without a mask are gone since CUDA 9; what they do depends on who happens to be there.
//% verdict: unsupported

__global__ void reduce(int *data) {
    int x = data[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down(x, d);
    data[threadIdx.x] = x;
}
