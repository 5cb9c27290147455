// Atomic minima and maxima of all that threads see: one element each, in strides over the grid, after a tree in each block, by way of shared
// memory, and one for each of several cells.
//% verdict: verified
#include <limits.h>

//@ requires 0 <= n <= \length(x) && 1 <= \length(out);
//@ ensures 0 < n -> out[0] == \max(\old(out[0]), max_over(k, x[k], 0, n - 1));
__global__ void gridMax(const int *x, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(out, x[i]);
}

//@ requires \is_pow2(blockDim.x) && 1 <= n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \max(\old(out[0]), max_over(k, x[k], 0, n - 1));
__global__ void gridMaxTree(const int *x, int n, int *out) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    int m = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        m = max(m, x[i]);
    s[t] = m;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) s[t] = max(s[t], s[t + h]);
        __syncthreads();
    }
    if (t == 0) atomicMax(out, s[0]);
}

//@ requires 0 < n <= \length(x) && 1 <= \length(out);
//@ ensures out[0] == \max(\old(out[0]), max_over(k, x[k], 0, n - 1));
__global__ void sharedMax(const int *x, int n, int *out) {
    __shared__ int best;
    if (threadIdx.x == 0) best = INT_MIN;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&best, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(out, best);
}

//@ requires 0 < n <= \length(x) && 1 <= \length(out) && 1 <= \length(out2);
//@ ensures out[0] == \max(\old(out[0]), max_over(k, x[k], 0, n - 1));
//@ ensures out2[0] == \min(\old(out2[0]), min_over(k, x[k], 0, n - 1));
__global__ void minMax(const int *x, int n, int *out, int *out2) {
    int lo = INT_MAX, hi = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        lo = min(lo, x[i]);
        hi = max(hi, x[i]);
    }
    atomicMin(out2, lo);
    atomicMax(out, hi);
}

//@ requires 0 <= n <= \length(x) && n <= \length(seg) && \forall i. 0 <= i < n -> 0 <= seg[i] < \length(out);
//@ ensures \forall i. 0 <= i < n -> out[seg[i]] >= x[i];
//@ ensures \forall c. 0 <= c < \length(out) -> out[c] >= \old(out[c]);
//@ ensures \forall c. 0 <= c < \length(out) -> out[c] == \old(out[c]) || \exists i. 0 <= i < n && seg[i] == c && out[c] == x[i];
__global__ void segMax(const int *x, const int *seg, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&out[seg[i]], x[i]);
}

//@ requires 0 < n <= \length(x) && n <= \length(seg) && \forall i. 0 <= i < n -> 0 <= seg[i] < \length(out);
//@ ensures \forall c. 0 <= c < \length(out) -> out[c] == \max(\old(out[c]), max_over(i, seg[i] == c ? x[i] : \old(out[c]), 0, n - 1));
__global__ void segMax2(const int *x, const int *seg, int n, int *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&out[seg[i]], x[i]);
}

//@ requires 0 < n <= \length(x) && n <= \length(seg) && \forall i. 0 <= i < n -> 0 <= seg[i] < \length(out);
//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall c. 0 <= c < \length(out) -> out[c] == \max(\old(out[c]), max_over(i, seg[i] == c ? x[i] : \old(out[c]), 0, n - 1));
__global__ void segMax3(const int *x, const int *seg, int n, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&out[seg[i]], x[i]);
}
