// The grid that host code computes for `n` elements covers them, whatever the block's size.
//% verdict: verified

//@ requires 0 < n && n <= \length(a);
//@ requires gridDim.x == (n + blockDim.x - 1) / blockDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == 1;
__global__ void rounded_up(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}

//@ requires 0 < n && n <= \length(a);
//@ requires gridDim.x == (n - 1) / blockDim.x + 1;
//@ ensures \forall j. 0 <= j < n -> a[j] == 1;
__global__ void one_more(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}

//@ requires 0 < w && 0 < h && \length(a) == w * h;
//@ requires gridDim.x == (w + blockDim.x - 1) / blockDim.x && gridDim.y == (h + blockDim.y - 1) / blockDim.y;
//@ ensures \forall y, x. 0 <= y < h && 0 <= x < w -> a[y * w + x] == 1;
__global__ void plane(int *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) a[y * w + x] = 1;
}
