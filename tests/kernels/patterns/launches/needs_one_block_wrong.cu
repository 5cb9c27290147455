// Each thread writes the element of its number in the block: right for one block only.
//% races: racy
//% suggested: gridDim.x == 1
__global__ void countUp(int *out, int from) {
    out[threadIdx.x] = from + threadIdx.x; //~ error: race
}
