// Every thread writes the cell of its number in the launch.
//% verdict: safe

__global__ void ownCell(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}
