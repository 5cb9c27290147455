// Even threads read the odd cells and write the even ones.
//% verdict: safe

__global__ void evenThreads(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) a[i] = a[i + 1];
}
