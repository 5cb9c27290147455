// Each block fills 32 elements, if it has no more threads.
//% races: racy
//% suggested: blockDim.x <= 32
__global__ void fillByWarps(int *out) {
    out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ error: race
}
