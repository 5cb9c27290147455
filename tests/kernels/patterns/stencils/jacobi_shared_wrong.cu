// Only one of the two barriers of a step.
//% races: racy

//@ requires blockDim.x <= 254;
__global__ void relax(float *u, int steps) {
    __shared__ float s[256];
    int t = threadIdx.x + 1;
    int base = blockIdx.x * (blockDim.x + 2);
    s[t] = u[base + t];
    if (t == 1) s[0] = u[base];
    if (t == blockDim.x) s[t + 1] = u[base + t + 1];
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        float mean = 0.5f * (s[t - 1] + s[t + 1]); //~ error: race
        s[t] = mean;
        __syncthreads();
    }
    u[base + t] = s[t];
}
