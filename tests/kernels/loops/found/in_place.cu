// Trees and scans in global memory, each block in its part of it; and trees that count what is left.
//% verdict: verified

//@ requires \is_pow2(blockDim.x) && \length(a) == blockDim.x && gridDim.x == 1;
//@ ensures a[0] == sum(i, \old(a[i]), 0, blockDim.x - 1);
__global__ void tree(int *a) {
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) a[threadIdx.x] += a[threadIdx.x + h];
        __syncthreads();
    }
}

//@ requires \is_pow2(blockDim.x) && \length(a) == blockDim.x * gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x ->
//@     a[b * blockDim.x] == sum(i, \old(a[b * blockDim.x + i]), 0, blockDim.x - 1);
__global__ void trees(int *a) {
    int base = blockIdx.x * blockDim.x;
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) a[base + threadIdx.x] += a[base + threadIdx.x + h];
        __syncthreads();
    }
}

//@ requires \length(a) == blockDim.x && gridDim.x == 1;
//@ ensures \forall j. 0 <= j < blockDim.x -> a[j] == sum(i, \old(a[i]), 0, j);
__global__ void scan(int *a) {
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = 0;
        if (threadIdx.x >= d) v = a[threadIdx.x - d];
        __syncthreads();
        a[threadIdx.x] += v;
        __syncthreads();
    }
}

//@ requires \is_pow2(blockDim.x) && \length(a) == blockDim.x * gridDim.x && \length(out) == gridDim.x;
//@ ensures \forall b. 0 <= b < gridDim.x -> out[b] == max_over(i, a[b * blockDim.x + i], 0, blockDim.x - 1);
__global__ void largest(const int *a, int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int m = blockDim.x; m > 1; m >>= 1) {
        if (threadIdx.x < m / 2) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + m / 2]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
