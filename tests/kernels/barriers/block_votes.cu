// Barriers at which the threads of a block learn what they say together (STMT-13).
//% verdict: verified
//% verdict of ordered: safe
//% verdict of settle: safe
//% verdict of settle_after: safe
//% verdict of wrong_or: not-verified
//% verdict of wrong_and: not-verified
//% verdict of wrong_count: not-verified
//% verdict of divergent: not-verified
//% verdict of unordered: not-verified
//% verdict of behind: not-verified

// What all threads say is one value, so that it may decide over a barrier.
__global__ void settle(int *a, int n) {
    __shared__ int s[1024];
    int changed = 1;
    while (__syncthreads_or(changed)) {
        s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
        __syncthreads();
        changed = s[blockDim.x - 1 - threadIdx.x] > n;
        if (changed) a[blockIdx.x * blockDim.x + threadIdx.x] -= 1;
    }
}

__global__ void settle_after(int *a, int n) {
    __shared__ int s[1024];
    int changed;
    do {
        s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
        __syncthreads();
        changed = s[blockDim.x - 1 - threadIdx.x] > n;
    } while (__syncthreads_or(changed));
}

//@ ensures \forall i. 0 <= i < gridDim.x -> any[i] == 1 && all[i] == (blockDim.x == 1 ? 1 : 0);
__global__ void some(int *any, int *all) {
    int one = __syncthreads_or(threadIdx.x == 0);
    int each = __syncthreads_and(threadIdx.x == 0);
    if (threadIdx.x == 0) {
        any[blockIdx.x] = one;
        all[blockIdx.x] = each;
    }
}

// What a thread says of its own cell holds of every cell where all say so.
//@ ensures out[blockIdx.x] != 0 -> (\forall i. 0 <= i < blockDim.x -> a[blockIdx.x * blockDim.x + i] > 0);
__global__ void each_positive(const int *a, int *out) {
    int yes = __syncthreads_and(a[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (threadIdx.x == 0) out[blockIdx.x] = yes;
}

//@ ensures out[blockIdx.x] == blockDim.x;
__global__ void count_all(int *out) {
    int n = __syncthreads_count(1);
    if (threadIdx.x == 0) out[blockIdx.x] = n;
}

//@ ensures 0 <= out[blockIdx.x] <= blockDim.x;
__global__ void count_some(const int *a, int *out) {
    int n = __syncthreads_count(a[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (threadIdx.x == 0) out[blockIdx.x] = n;
}

//@ ensures out[blockIdx.x] == count(i, a[blockIdx.x * blockDim.x + i] > 0, 0, blockDim.x - 1);
__global__ void count_exact(const int *a, int *out) {
    int n = __syncthreads_count(a[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (threadIdx.x == 0) out[blockIdx.x] = n;
}

// Orders accesses as any barrier does.
__global__ void ordered(int *a) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    int n = __syncthreads_count(threadIdx.x < 7);
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] + n;
}

// Threads that have exited say nothing.
//@ ensures n >= blockDim.x * gridDim.x -> out[blockIdx.x] == 1;
__global__ void early(int *out, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x >= n) return;
    int all = __syncthreads_and(blockIdx.x * blockDim.x + threadIdx.x < n);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ ensures out[blockIdx.x] == 1; //~ error: ensures
__global__ void wrong_or(int *out) {
    int one = __syncthreads_or(threadIdx.x == 1);
    if (threadIdx.x == 0) out[blockIdx.x] = one;
}

//@ ensures out[blockIdx.x] == 0; //~ error: ensures
__global__ void wrong_and(int *out) {
    int all = __syncthreads_and(threadIdx.x == 0);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

//@ ensures out[blockIdx.x] == 2; //~ error: ensures
__global__ void wrong_count(int *out) {
    int n = __syncthreads_count(threadIdx.x < 2);
    if (threadIdx.x == 0) out[blockIdx.x] = n;
}

__global__ void divergent(int *a) {
    if (threadIdx.x < 16) a[blockIdx.x * blockDim.x + threadIdx.x] = __syncthreads_or(1); //~ error: barrier
}

// What is read in the vote is read before the barrier.
__global__ void unordered(int *a) {
    __shared__ int s[1024];
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x]; //~ error: race
    int n = __syncthreads_or(s[blockDim.x - 1 - threadIdx.x]);
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// What is written behind it may meet what others read behind it.
__global__ void behind(int *a) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    int n = __syncthreads_or(threadIdx.x);
    s[threadIdx.x] = n; //~ error: race
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
