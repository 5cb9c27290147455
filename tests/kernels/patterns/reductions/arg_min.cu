// The smallest value and where it is, in two shared arrays.
//% races: race-free

//@ requires blockDim.x <= 512;
__global__ void argMin(const float *v, float *minima, int *places, int n) {
    __shared__ float value[512];
    __shared__ int place[512];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    value[tid] = i < n ? v[i] : 1e30f;
    place[tid] = i;
    for (int half = blockDim.x / 2; half >= 1; half = half / 2) {
        __syncthreads();
        if (tid < half && value[tid + half] < value[tid]) {
            value[tid] = value[tid + half];
            place[tid] = place[tid + half];
        }
    }
    if (tid == 0) {
        minima[blockIdx.x] = value[0];
        places[blockIdx.x] = place[0];
    }
}
