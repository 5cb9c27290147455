// The functions that are meant write one cell from all threads; one that is declared later, and one that `using` in a block
// hides, would not.
//% verdict: not-verified

__device__ void put(int *g, double t) { *g = t; } //~ error: race
__device__ void calls(int *g, int t) { put(g, t); }
__device__ void put(int *g, int t) {}

__global__ void later(int *g) {
    calls(g, threadIdx.x);
}

__device__ void store(int *g, int t) {}
namespace A {
    __device__ void store(int *g, int t) { *g = t; } //~ error: race
}

__global__ void named(int *g) {
    using A::store;
    store(g, threadIdx.x);
}
