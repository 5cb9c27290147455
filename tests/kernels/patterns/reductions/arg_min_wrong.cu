// Thread 1 reports the place, without waiting for thread 0.
//% races: racy

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
            place[tid] = place[tid + half]; //~ error: race
        }
    }
    if (tid == 0) minima[blockIdx.x] = value[0];
    if (tid == 1) places[blockIdx.x] = place[0];
}
