// Four steps without a barrier, each over its neighbour's cell.
//% verdict: not-verified

//@ requires blockDim.x <= 256;
__global__ void unrolled() {
    __shared__ int s[300];
    for (int k = 0; k < 4; k++) {
        s[threadIdx.x + k] = k; //~ error: race
    }
}
