// Functions of one thread, called by all or by some.
//% verdict: verified

//@ requires 0 <= x && 1 <= step;
//@ ensures x < \result <= x + step;
__device__ int next(int x, int step) {
    if (step > 3) return x + 2;
    x++;
    return x;
}

//@ requires blockIdx.x * blockDim.x + threadIdx.x < \length(a);
//@ writes a[blockIdx.x * blockDim.x + threadIdx.x .. blockIdx.x * blockDim.x + threadIdx.x];
//@ ensures a[blockIdx.x * blockDim.x + threadIdx.x] == \old(a[blockIdx.x * blockDim.x + threadIdx.x]) + by;
__device__ void add(int *a, int by) { a[blockIdx.x * blockDim.x + threadIdx.x] += by; }

//@ requires blockDim.x * gridDim.x <= \length(a) && \forall j. 0 <= j < blockDim.x * gridDim.x -> a[j] == j;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> a[j] == (j < n ? 2 * j : j);
__global__ void doubled(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) add(a, i);
}

//@ requires 0 <= n && blockDim.x * gridDim.x <= \length(a);
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> 2 <= a[j] <= 10;
__global__ void steps(int *a, int n) {
    int x = next(0, 5);
    int y = next(x, 5);
    a[blockIdx.x * blockDim.x + threadIdx.x] = y;
}
