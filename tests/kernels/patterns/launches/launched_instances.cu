// A template for the size of a block, launched with one size each time.
//% races: race-free

template <int SIZE>
__global__ void reverseBlocks(float *a) {
    __shared__ float s[SIZE];
    int base = blockIdx.x * SIZE;
    s[threadIdx.x] = a[base + threadIdx.x];
    __syncthreads();
    a[base + threadIdx.x] = s[SIZE - 1 - threadIdx.x];
}

void reverseAll(float *a, int blocks) {
    dim3 grid(blocks, 1);
    reverseBlocks<32><<<grid, 32>>>(a);
    reverseBlocks<128><<<grid, dim3(128)>>>(a);
}
