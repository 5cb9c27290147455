// What counters that double and halve are not.
//% verdict: not-verified

// 3 doubles to 4.
//@ requires 1 <= n && 1 <= \length(out);
//@ ensures out[0] == n; //~ error: ensures
__global__ void anyNumber(int *out, int n) {
    int d = 1;
    while (d < n)
        d *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = d;
}

// Halves of odd numbers lose something.
//@ requires 1 <= n && 1 <= \length(out);
//@ ensures out[0] == 2 * n; //~ error: ensures
__global__ void lossy(int *out, int n) {
    int up = 1;
    for (int down = n; down > 0; down /= 2)
        up *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = up;
}

// One of them is changed once more where the loop is left.
//@ requires \is_pow2(n) && 4 <= n && 1 <= \length(out);
//@ ensures out[0] == 3 * out[1]; //~ error: ensures
__global__ void leftBetween(int *out, int n) {
    int d = 1, triple = 3;
    while (d < n) {
        triple *= 2;
        if (triple > 6)
            break;
        d *= 2;
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        out[0] = triple;
        out[1] = d; //~ error: bounds
    }
}

// The sum of the halves is read before the barrier.
//@ requires gridDim.x == 1 && \is_pow2(blockDim.x) && \length(s) == blockDim.x && \length(x) == blockDim.x;
__global__ void noBarrier(int *x) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d]; //~ error: race
    }
    x[t] = s[t];
}

// A distance of 0 is no partner: the loop goes on to it.
//@ requires gridDim.x == 1 && \is_pow2(blockDim.x) && 2 <= blockDim.x && \length(s) == blockDim.x && \length(x) == blockDim.x;
__global__ void oneTooFar(int *x) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d <= blockDim.x; d *= 2) {
        int v = s[t ^ d]; //~ error: bounds
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    x[t] = s[t];
}

// 48 halves to 24.
//@ requires 32 <= n && 1 <= \length(out);
//@ ensures out[0] == 32; //~ error: ensures
__global__ void passesWarp(unsigned *out, unsigned n) {
    unsigned m = n;
    for (; m > 32; m >>= 1) {
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = m;
}

// 5 halves to 2, and that to 1.
//@ requires 3 <= n && 1 <= \length(out);
//@ ensures 2 <= out[0]; //~ error: ensures
__global__ void passesLimit(int *out, int n) {
    int m = n;
    for (; m > 2; m /= 2) {
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = m;
}
