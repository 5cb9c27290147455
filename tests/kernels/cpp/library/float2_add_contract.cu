// Addition of float2 arrays in a grid-stride loop, with invariants over members.
//% verdict: verified
#include <cuda_runtime.h>

inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

//@ ghost int m;
//@ requires 0 <= m && n == m * blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j].x == a[j].x + b[j].x && c[j].y == a[j].y + b[j].y;
__global__ void addPairs(const float2 *a, const float2 *b, float2 *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k].x == a[k].x + b[k].x;
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k].y == a[k].y + b[k].y;
        c[i] = a[i] + b[i];
        i += blockDim.x * gridDim.x;
    }
}
