// `__launch_bounds__`: a launch of larger blocks fails, so a block has at most so many threads.
//% verdict: safe
//% verdict of wide: not-verified
//% verdict of unknown_bound: not-verified

#define TPB 128

//@ requires \length(x) >= gridDim.x * TPB;
__global__ void __launch_bounds__(TPB, 4) plain(float *x) {
    __shared__ float s[TPB];
    s[threadIdx.x] = 1;
    __syncthreads();
    x[blockIdx.x * TPB + threadIdx.x] = s[threadIdx.x];
}

// Each thread has a cell of its own in the block's row: with more threads than columns two rows overlapped.
template <int BLOCK>
__global__ __launch_bounds__(BLOCK) void symbolic(int *x) {
    x[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x;
}

template <int ROWS, int COLUMNS>
__global__ void __launch_bounds__(ROWS *COLUMNS) product(int *x) {
    __shared__ int s[ROWS * COLUMNS];
    int i = threadIdx.y * blockDim.x + threadIdx.x;
    s[i] = i;
    x[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = s[i];
}

// The bound of a prototype counts as well.
__global__ void __launch_bounds__(64) declared(int *x);
__global__ void declared(int *x) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    x[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// One thread too many.
__global__ void __launch_bounds__(TPB + 1) wide(int *x) {
    __shared__ int s[TPB];
    s[threadIdx.x] = 1; //~ error: bounds
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The second number says how many blocks a multiprocessor is to hold, which bounds nothing.
__global__ void __launch_bounds__(1024, 2) unknown_bound(int *x) {
    __shared__ int s[2];
    s[threadIdx.x] = 1; //~ error: bounds
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
