// The place that is read may be another thread's.
//% verdict: not-verified

__global__ void gather(int *a, const int *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[from[i]]; //~ error: race
}
