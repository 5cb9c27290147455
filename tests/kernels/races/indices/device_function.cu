// The write is in a function, through a pointer with an offset.
//% verdict: safe

__device__ void put(int *at, int value) {
    at[0] = value;
}

__global__ void put_all(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put(a + i, i);
}
