// Both ends are included.
//% races: racy

__global__ void clampAll(float *v, int n, float top) {
    int threads = gridDim.x * blockDim.x;
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int chunk = (n + threads - 1) / threads;
    int first = tid * chunk;
    int last = first + chunk;
    if (last > n) last = n;
    for (int i = first; i <= last; i++) {
        v[i] = top; //~ error: race
    }
}
