// The lower half reads what the upper half does not write.
//% races: race-free

//@ requires blockDim.x <= 1024;
__global__ void fold(int *data) {
    int t = threadIdx.x;
    int half = (blockDim.x + 1) / 2;
    int *mine = data + blockIdx.x * blockDim.x;
    if (t + half < blockDim.x) {
        mine[t] += mine[t + half];
    }
}
