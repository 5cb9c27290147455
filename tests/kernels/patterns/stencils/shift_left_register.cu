// Everybody keeps the neighbour's cell in a register before anybody writes.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void shiftLeft(int *a, int n) {
    int t = threadIdx.x;
    int next = 0;
    if (t + 1 < n) next = a[t + 1];
    __syncthreads();
    if (t < n) a[t] = next;
}
