// volatile is no barrier.
//% races: racy

//@ requires blockDim.x == 8;
__global__ void tail(int *data) {
    __shared__ int s[16];
    int t = threadIdx.x;
    s[t] = data[t]; //~ error: race
    s[t + 8] = 0;
    __syncthreads();
    volatile int *vs = s;
    vs[t] = vs[t] + vs[t + 4]; //~ error: race
    vs[t] = vs[t] + vs[t + 2]; //~ error: race
    data[blockIdx.x * blockDim.x + t] = vs[t]; //~ error: race
}
