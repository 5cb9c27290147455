// Pointers of which the wrong one may be taken, or none.
//% verdict: not-verified

// Nobody says that the pointer is not null here.
//@ requires \length(x) >= blockDim.x && gridDim.x == 1;
__global__ void unguarded(int *x, int wanted) {
    int *used = nullptr;
    if (wanted > 0) used = x;
    used[threadIdx.x] = 1; //~ error: bounds
}

// A pointer into shared memory that may be null is not known to be there.
//@ requires gridDim.x == 1 && \length(out) >= blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> out[i] == 1; //~ error: ensures
__global__ void mayBeNull(int *out, int wanted) {
    __shared__ int held[32];
    int *p = nullptr;
    if (wanted > 0) p = held;
    out[threadIdx.x] = p ? 1 : 0;
}

// The second array is meant for threads at and beyond the middle.
//@ requires \length(left) >= blockDim.x && \length(right) >= blockDim.x && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < blockDim.x -> left[i] == (i < half ? 1 : \old(left[i])); //~ error: ensures
__global__ void halves(int *left, int *right, int half) {
    int *to = threadIdx.x <= half ? left : right;
    to[threadIdx.x] = 1;
}

// The buffers change places before all threads have read.
//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ requires \length(data) >= 64;
__global__ void rotateUnordered(int *data) {
    __shared__ int a[64];
    __shared__ int b[64];
    int t = threadIdx.x;
    a[t] = data[t];
    __syncthreads();
    int *from = a;
    int *to = b;
    for (int step = 0; step < 2; ++step) {
        to[t] = from[(t + 1) % 64]; //~ error: race
        int *kept = from;
        from = to;
        to = kept;
    }
    data[t] = from[t];
}
