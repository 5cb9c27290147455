// The number of the block is forgotten.
//% offers: requires gridDim.x == 1;
//% offers: requires \length(out) >= blockDim.x;
//% offers: writes out;
//% verdict: safe
__global__ void countUp(int *out, int from) {
    out[threadIdx.x] = from + threadIdx.x;
}
