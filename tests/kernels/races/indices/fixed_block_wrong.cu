// With 64 threads, every second one and its neighbour meet.
//% verdict: not-verified
//% options: --block 64 --grid 1

__global__ void fixedBlock(int *a) {
    a[threadIdx.x / 2] = threadIdx.x; //~ error: race
}
