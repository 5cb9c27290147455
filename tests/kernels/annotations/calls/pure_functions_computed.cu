// Types, overloads, templates, namespaces, objects and the machine's arithmetic in functions that clauses call.
//% verdict: verified

__device__ unsigned before(unsigned u) { return u - 1; }
__device__ int low(int v) { return (signed char) v; }
__device__ unsigned count(int v) { return v; }
__device__ int whole(float v) { return (int) v; }
__device__ bool truth(int v) { return v; }
__device__ bool positive(const int *p, int i, int n) { return 0 <= i && i < n && p[i] > 0; }
__device__ unsigned hash(unsigned x) {
    //@ wraps;
    return x * 2654435761u;
}

//@ requires \length(p) == 4;
//@ ensures before(1) == 0 && hash(3) == 3668339987 && low(300) == 44 && low(200) == -56;
//@ ensures count(5) == 5 && whole(-1.5) == -1 && truth(3) && !truth(0);
//@ ensures positive(p, n, 4) -> 0 <= n < 4 && p[n] > 0;
__global__ void numbers(const int *p, int n) {}

__device__ int step(int v) { return v + 1; }
__device__ float step(float v) { return v; }
template <class T> __device__ T doubled(T v) { return v + v; }
namespace inner {
__device__ int next(int v) { return v + 1; }
}

//@ ensures step(n) == n + 1 && step(x) == x && step((int) 2) == 3;
//@ ensures doubled(x) == 2 * x && doubled<int>((int) 2) == 4;
//@ ensures inner::next(n) == n + 1 && later(n) == n;
__global__ void chosen(int n, float x) {}

__device__ int later(int v) { return v; }

struct Point { int x; int y; };
__device__ int sum(Point p) { return p.x + p.y; }
__device__ float area(float2 v) { return v.x * v.y; }

//@ ensures sum(p) == p.x + p.y && area(v[0]) == v[0].x * v[0].y;
__global__ void objects(Point p, const float2 *v) {}

__device__ int selected(int v) {
    switch (v) {
    case 0: return 1;
    case 1: return 2;
    default: return 3;
    }
}

//@ ensures selected(0) == 1 && selected(1) == 2 && selected(9) == 3;
__global__ void switched(int n) {}

// The contract of a function does not count in clauses, its own included.
//@ requires v > 0;
//@ ensures \result == opposite(v);
__device__ int opposite(int v) { return -v; }

//@ requires \length(a) == blockDim.x * gridDim.x && n == 3;
//@ ensures opposite(-2) == 2 && \forall i. 0 <= i < \length(a) -> a[i] == opposite(3);
__global__ void ofContract(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = opposite(n); }
