// Threads with an odd number write the cell before theirs, which nobody else touches.
//% races: race-free

__global__ void compact(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 1) a[i - 1] = a[i] * 2;
}
