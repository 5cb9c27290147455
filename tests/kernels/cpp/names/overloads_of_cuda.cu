// CUDA's functions, the C++ library's and the file's of one name are one overload set.
//
//% verdict: verified

template <class T> __device__ T max(T a, T b) { return 100; }
template <> __device__ float max<float>(float a, float b) { return 110; }
__device__ int floor(int x) { return 2000; }
__device__ int fabs(int x) { return 4000; }
__device__ short abs(short x) { return 5000; }
__device__ double atomicAdd(short *p, short v) { return 6000; }

__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(float) { return 3; }
__device__ int kind(double) { return 4; }
__device__ int kind(short) { return 6; }

namespace inner {
__device__ int min(int x, int y) { return 3000; }
__device__ float hidden() { return min(1.5f, 2.5f); }
__device__ float global() { return ::min(1.5f, 2.5f); }
__device__ float named() {
    using ::min;
    return min(1.5f, 2.5f);
}
}

//@ requires \length(o) == 8 && u == 3 && i == 2;
//@ ensures o[0] == 100 && o[1] == 4 && o[2] == 110 && o[3] == 3 && o[4] == 3 && o[5] == 2.5 && o[6] == 100;
__global__ void maxima(double *o, int i, unsigned u) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        o[0] = max<int>(3, 4);
        o[1] = max(3, 4);
        o[2] = max<float>(3, 4.5);
        // CUDA has one for `unsigned` and `int`, one for `float` and `double`.
        o[3] = max(u, i);
        o[4] = max(i, u);
        o[5] = max(1.5f, 2.5);
        // The template fits better.
        o[6] = max('a', 'b');
    }
}

//@ requires \length(o) == 8 && s == 3;
//@ ensures o[0] == 2000 && o[1] == 4 && o[2] == 3 && o[3] == 4000 && o[4] == 2 && o[5] == 5000 && o[6] == 2;
__global__ void rounded(double *o, short s) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        o[0] = floor(4);
        o[1] = floor(4.5f);
        o[2] = kind(floor(4.5f));
        o[3] = fabs(3);
        o[4] = fabs(-2.0f);
        o[5] = abs(s);
        o[6] = abs(-2);
    }
}

//@ requires \length(o) == 8 && u == 3 && i == 2;
//@ ensures o[0] == 2 && o[1] == 4 && o[2] == 1 && o[3] == 4;
__global__ void kinds(int *o, int i, unsigned u, float f) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        o[0] = kind(max(u, i));
        o[1] = kind(max(f, 2.0));
        o[2] = kind(max(i, 3));
        o[3] = kind(fmin(f, 1));
    }
}

//@ requires \length(o) == 3 && gridDim.x * blockDim.x == 1;
//@ ensures o[0] == 3000 && o[1] == 1.5 && o[2] == 1.5;
__global__ void namespaces(float *o) {
    o[0] = inner::hidden();
    o[1] = inner::global();
    o[2] = inner::named();
}

// An overload for another type leaves CUDA's atomics as they are.
//@ requires \length(o) == 1 && \length(d) == 2 && blockDim.x * gridDim.x == 1 && o[0] == 4;
//@ ensures o[0] == 5 && d[0] == 4 && d[1] == 6000;
__global__ void atomics(int *o, double *d, short s) {
    d[0] = atomicAdd(&o[0], 1);
    short own = s;
    d[1] = atomicAdd(&own, s);
}
