// One step of Floyd-Warshall on a matrix struct with an accessor that returns a reference.
//% verdict: safe
#include <cuda_runtime.h>

struct Graph {
    int n;
    int *dist;
    __device__ int &operator()(int i, int j) const { return dist[i * n + j]; }
};

//@ requires 0 <= k < g.n && g.n == blockDim.x * gridDim.x && g.n == blockDim.y * gridDim.y;
__global__ void relax(Graph g, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == k || j == k) return;
    int through = g(i, k) + g(k, j);
    if (through < g(i, j)) g(i, j) = through;
}
