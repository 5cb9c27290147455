// A loop goes on until a flag in shared memory says that nothing changed.
//% races: race-free

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void converge(const int *limit, int *out) {
    __shared__ int v[256];
    __shared__ int rounds;
    int t = threadIdx.x;
    v[t] = limit[t];
    if (t == 0) rounds = limit[0];
    __syncthreads();
    int k = 0;
    while (k < rounds) {
        int x = v[(t + 1) % blockDim.x];
        __syncthreads();
        v[t] = x;
        __syncthreads();
        k++;
    }
    out[t] = v[t];
}
