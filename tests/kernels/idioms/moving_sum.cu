// Contracts that say `sum` over a fixed number of cells, of code that writes the additions out or leaves them to the lanes of a
// warp: the sum is its values together.
//
//% verdict: verified

//@ requires 0 <= n && n + 6 <= \length(a) && n <= \length(o) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> o[i] == sum(k, a[i + k], 0, 6);
__global__ void seven(const int *a, int *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4] + a[i + 5] + a[i + 6];
}

//@ requires blockDim.x == 32 && gridDim.x * 32 <= \length(a) && gridDim.x <= \length(o);
//@ ensures \forall b. 0 <= b < gridDim.x -> o[b] == sum(k, a[b * 32 + k], 0, 31);
__global__ void lanes(const float *a, float *o) {
    float v = a[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0) o[blockIdx.x] = v;
}
