// `long` and `long long` are one type here: that does no harm where the same function is meant in any case.
//% verdict: verified

__device__ long long least(long long a, long long b) { return a < b ? a : b; }
__device__ float least(float a, float b) { return a < b ? a : b; }

template <class T> __device__ T first(const T *cells, size_t n) { return n > 0 ? cells[0] : T(); }
__device__ float first(const float *cells, size_t n) { return n > 0 ? cells[0] : 0; }

template <class T> __device__ T twice(T value) { return value + value; }
__device__ char twice(char value) { return value; }

// No other function takes two numbers of this kind.
//@ requires -1000 <= n && n <= 1000 && -1000 <= m && m <= 1000;
//@ ensures \forall int i; 0 <= i && i < gridDim.x * blockDim.x ==> a[i] == (n < m ? n : m);
__global__ void smaller(long long *a, long n, long long m) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = least((long long)n, m);
}

// Both candidates name the size as `size_t`.
//@ requires n >= 1 && \length(cells) == n;
//@ ensures \forall int i; 0 <= i && i < gridDim.x * blockDim.x ==> a[i] == cells[0];
__global__ void heads(float *a, const float *cells, size_t n) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = first(cells, n);
}

//@ requires -1000 <= n && n <= 1000;
//@ ensures \forall int i; 0 <= i && i < gridDim.x * blockDim.x ==> a[i] == 2 * n;
__global__ void doubled(long long *a, long long n) { a[blockIdx.x * blockDim.x + threadIdx.x] = twice(n); }
