// Assignment step of k-means with centroids as float4 in constant memory.
//% verdict: safe
#include <cuda_runtime.h>
#include <float.h>

#define MAX_K 64
__constant__ float4 centroids[MAX_K];

namespace kmeans {
inline __device__ float sq(float v) { return v * v; }

inline __device__ float distance2(const float4 &a, const float4 &b) {
    return sq(a.x - b.x) + sq(a.y - b.y) + sq(a.z - b.z) + sq(a.w - b.w);
}

struct Best {
    int index = -1;
    float distance = FLT_MAX;
};
} // namespace kmeans

//@ requires 0 <= k && k <= MAX_K;
__global__ void assignClusters(const float4 *__restrict__ points, int *__restrict__ membership, int n, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 p = points[i];
    kmeans::Best best;
    for (int c = 0; c < k; ++c) {
        const float d = kmeans::distance2(p, centroids[c]);
        if (d < best.distance) {
            best.distance = d;
            best.index = c;
        }
    }
    membership[i] = best.index;
}
