// Objects of C++'s library in kernels (LIB-12): arrays, pairs and spans, also by the names that CUDA and Thrust give them.
//% verdict: verified

#include <array>
#include <cuda/std/array>
#include <span>
#include <thrust/pair.h>
#include <utility>

//@ requires n == \length(out) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> out[i] == in[i].held[0] + 2 * in[i].held[1] + 3 * in[i].held[2];
__global__ void weighted(const std::array<int, 3> *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    std::array<int, 3> weights = {1, 2, 3};
    int sum = 0;
    for (int k = 0; k < 3; ++k) sum += weights[k] * in[i][k];
    out[i] = sum;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> boxes[i].held[0] == 7 && boxes[i].held[1] == by.held[1];
__global__ void filled(cuda::std::array<float, 2> *boxes, cuda::std::array<float, 2> by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    cuda::std::array<float, 2> box{};
    box.fill(7.0f);
    box.back() = by[by.size() - 1];
    boxes[i] = box;
}

__device__ std::pair<int, int> ordered(int a, int b) { return a < b ? std::make_pair(a, b) : std::make_pair(b, a); }

//@ requires n == \length(a) && n == \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> a[i] <= b[i] && a[i] + b[i] == \old(a[i]) + \old(b[i]);
__global__ void sorted(int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    std::pair<int, int> both = ordered(a[i], b[i]);
    a[i] = both.first;
    b[i] = both.second;
}

// The pair that is less, by the first member and then by the second.
//@ requires n == \length(p) && n == \length(q) && n == \length(least) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> least[i].first <= p[i].first && least[i].first <= q[i].first;
//@ ensures \forall int i; 0 <= i && i < n && p[i].first == q[i].first ==> least[i].second <= p[i].second && least[i].second <= q[i].second;
__global__ void lesser(const thrust::pair<int, int> *p, const thrust::pair<int, int> *q, thrust::pair<int, int> *least, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) least[i] = p[i] < q[i] ? p[i] : q[i];
}

//@ requires in.size_ == out.size_ && \length(in.data_) == in.size_ && \length(out.data_) == out.size_;
//@ requires in.size_ <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < in.size_ ==> out.data_[i] == 2 * in.data_[i];
__global__ void twice(std::span<const float> in, std::span<float> out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < in.size()) out[i] = 2 * in[i];
}

// Each block has a part of its own.
//@ requires all.size_ == blockDim.x * gridDim.x && \length(all.data_) == all.size_;
//@ ensures \forall int b, t; 0 <= b && b < gridDim.x && 0 <= t && t < blockDim.x ==> all.data_[b * blockDim.x + t] == t;
__global__ void numbered(std::span<int> all) {
    std::span<int> mine = all.subspan(blockIdx.x * blockDim.x, blockDim.x);
    mine[threadIdx.x] = threadIdx.x;
}
