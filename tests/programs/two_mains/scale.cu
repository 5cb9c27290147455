// Two programs use the file; each has functions and variables of its own.
//% scale: race-free as-launched
__global__ void scale(float *a, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * step] *= 2.0f;
}

void scale_gpu(float *a, int n, int step) { scale<<<(n + 127) / 128, 128>>>(a, n, step); }
