// A guard keeps threads within `n` elements.
//% offers: requires \length(x) >= n;
//% offers: requires \length(y) >= n;
//% offers: writes y;
//% verdict: safe
__global__ void scale(const float *x, float *y, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = by * x[i];
    }
}
