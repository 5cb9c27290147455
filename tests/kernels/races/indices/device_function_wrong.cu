// The function writes one cell further than it says.
//% verdict: not-verified

__device__ void put(int *at, int value) {
    at[0] = value; //~ error: race
    at[1] = value;
}

__global__ void put_all(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put(a + i, i);
}
