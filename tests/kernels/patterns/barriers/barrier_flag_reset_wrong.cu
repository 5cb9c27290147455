// The flag is cleared for the next round while others still look at it.
//% races: racy
//% options: --allow-same-value

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void converge(int *v, int rounds) {
    __shared__ int changed;
    int t = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        if (t == 0) changed = 0; //~ error: race
        __syncthreads();
        if (v[t] > k) changed = 1;
        __syncthreads();
        if (changed == 1) v[t] -= 1;
    }
}
