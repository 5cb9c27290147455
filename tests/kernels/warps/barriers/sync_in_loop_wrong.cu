// One __syncwarp in a round is not enough: the next round writes what a slow lane of this one still reads.
//% verdict: not-verified

//@ requires blockDim.x == 32;
__global__ void rotate(int *data, int rounds) {
    __shared__ int s[32];
    int t = threadIdx.x;
    int v = data[blockIdx.x * 32 + t];
    for (int i = 0; i < rounds; i++) {
        s[t] = v; //~ error: race
        __syncwarp();
        v = s[(t + 1) % 32];
    }
    data[blockIdx.x * 32 + t] = v;
}
