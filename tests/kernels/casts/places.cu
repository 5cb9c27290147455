// A place in the launch fits an `int` where the launch has no more threads, which is listed; else it wraps.
//% verdict: safe

//@ requires n == \length(x);
__global__ void by_a_variable(float *x, int n) {
    const unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = (int)place;
    if (i < n) x[i] += 1;
}

//@ requires n == \length(x);
__global__ void of_a_wide_place(float *x, int n) {
    int i = (int)(blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x);
    if (i < n) x[i] += 1;
}

//@ requires n == \length(x) && blockDim.x == 32;
__global__ void by_tiles(float *x, int n) {
    int i = (int)(blockIdx.x * 32 + threadIdx.x);
    if (i < n) x[i] += 1;
}

//@ requires n == \length(x) && gridDim.x * blockDim.x <= 500000000;
__global__ void four_each(float *x, int n) {
    int i = (int)(4u * (blockIdx.x * blockDim.x + threadIdx.x));
    if (i < n) x[i] += 1;
}

//@ requires \length(x) == w * h && w >= 0 && h >= 0;
__global__ void rows_and_columns(float *x, int w, int h) {
    int c = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int r = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (c < w && r < h) x[r * w + c] += 1;
}
