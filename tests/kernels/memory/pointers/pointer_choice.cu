// Pointers that lead into one of several arrays, or nowhere, as the program decides.
//% verdict: verified

// Which half is written follows from a condition of each thread.
//@ requires n >= 0 && n <= gridDim.x * blockDim.x;
//@ requires \length(even) >= n && \length(odd) >= n && \length(in) >= n;
//@ ensures \forall i. 0 <= i < n -> (i % 2 == 0 ? even[i] == in[i] : odd[i] == in[i]);
__global__ void deal(const float *in, float *even, float *odd, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float *to = i % 2 == 0 ? even : odd;
    to[i] = in[i];
}

// A source that is chosen by `if`, and moved.
//@ requires \length(first) >= 2 * blockDim.x && \length(second) >= 2 * blockDim.x && \length(out) >= blockDim.x;
//@ requires gridDim.x == 1;
//@ ensures \forall i. 0 <= i < blockDim.x -> out[i] == (mode > 0 ? first[blockDim.x + i] : second[i]);
__global__ void pick(const int *first, const int *second, int *out, int mode) {
    const int *from = second;
    if (mode > 0) {
        from = first;
        from += blockDim.x;
    }
    out[threadIdx.x] = *(from + threadIdx.x);
}

// A table that is there only if it is wanted: the test guards the access.
//@ requires blockDim.x <= 64 && \length(x) >= blockDim.x && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < blockDim.x -> x[i] == \old(x[i]) + (wanted > 0 ? i : 0);
__global__ void addTable(int *x, int wanted) {
    __shared__ int table[64];
    table[threadIdx.x] = threadIdx.x;
    const int *used = wanted > 0 ? table : nullptr;
    if (used) x[threadIdx.x] += used[threadIdx.x];
}

__device__ const int *side(const int *left, const int *right, int at, int half) {
    if (at < half) return left + at;
    return right + (at - half);
}

// A function that returns pointers into either of its arguments.
//@ requires \length(left) >= blockDim.x && \length(right) >= blockDim.x && gridDim.x == 1;
//@ requires 0 <= half && half <= blockDim.x && \length(out) >= blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> out[i] == (i < half ? left[i] : right[i - half]);
__global__ void concatenate(const int *left, const int *right, int *out, int half) {
    out[threadIdx.x] = *side(left, right, threadIdx.x, half);
}

// Two buffers that change places: after two steps the values are back in the first one.
//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ requires \length(data) >= 64;
//@ ensures \forall i. 0 <= i < 64 -> data[i] == \old(data[(i + 2) % 64]);
__global__ void rotateTwice(int *data) {
    __shared__ int a[64];
    __shared__ int b[64];
    int t = threadIdx.x;
    a[t] = data[t];
    __syncthreads();
    int *from = a;
    int *to = b;
    for (int step = 0; step < 2; ++step) {
        to[t] = from[(t + 1) % 64];
        __syncthreads();
        int *kept = from;
        from = to;
        to = kept;
    }
    data[t] = from[t];
}

// Counters of two kinds.
//@ requires \length(low) == 1 && \length(high) == 1 && gridDim.x == 1 && \length(v) >= blockDim.x;
//@ ensures low[0] == \old(low[0]) + sum(t : thread, v[threadIdx.x@t] > 9 ? 0 : 1);
__global__ void count(const int *v, int *low, int *high) {
    int i = threadIdx.x;
    atomicAdd(v[i] > 9 ? high : low, 1);
}
