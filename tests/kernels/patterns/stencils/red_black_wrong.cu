// Red and black cells at the same time.
//% races: racy

//@ requires blockDim.x <= 512 && gridDim.x == 1;
__global__ void gaussSeidel(float *x, const float *rhs, int sweeps) {
    __shared__ float v[1026];
    int t = threadIdx.x;
    for (int i = t; i < 2 * blockDim.x + 2; i += blockDim.x) v[i] = x[i];
    __syncthreads();
    for (int it = 0; it < sweeps; ++it) {
        int red = 2 * t + 1;
        v[red] = 0.5f * (rhs[red] + v[red - 1] + v[red + 1]); //~ error: race
        int black = 2 * t + 2;
        if (t < blockDim.x - 1) v[black] = 0.5f * (rhs[black] + v[black - 1] + v[black + 1]); //~ error: race
        __syncthreads();
    }
    x[2 * t + 1] = v[2 * t + 1];
}
