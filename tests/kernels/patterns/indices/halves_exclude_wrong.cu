// Rounded down, the middle cell is read and written when the block size is odd.
//% races: racy

//@ requires blockDim.x <= 1024;
__global__ void fold(int *data) {
    int t = threadIdx.x;
    int half = blockDim.x / 2;
    int *mine = data + blockIdx.x * blockDim.x;
    if (t + half < blockDim.x) {
        mine[t] += mine[t + half]; //~ error: race
    }
}
