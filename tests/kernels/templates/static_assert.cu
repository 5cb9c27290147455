// `static_assert` over the template's values holds of every instance that compiles.
//% verdict: safe
//% verdict of other_way: not-verified
//% verdict of only_there: not-verified

template <int BLOCK>
__global__ void multiple(float *x) {
    static_assert(BLOCK % 32 == 0, "a multiple of a warp");
    static_assert(BLOCK > 0);
    __shared__ float s[BLOCK];
    if (threadIdx.x == 0) s[BLOCK - 32] = 1;
    if (BLOCK % 32 != 0) x[0] = threadIdx.x;
}

template <int TILE, int ROWS>
__global__ void divides(int *x) {
    static_assert(ROWS > 0 && TILE > 0 && 1024 % ROWS == 0, "");
    static_assert(TILE % ROWS == 0, "whole steps");
    constexpr int steps = TILE / ROWS;
    static_assert(steps <= 8, "few steps");
    __shared__ int s[8];
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        for (int j = 0; j < steps; ++j) s[j] = j;
        x[0] = s[0];
    }
}

template <int N>
__device__ int at_most_four(int *s) {
    static_assert(N <= 4 && N > 0, "four cells");
    return s[N - 1];
}

template <int N>
__global__ void in_function(int *x) {
    int s[4] = {1, 2, 3, 4};
    x[blockIdx.x * blockDim.x + threadIdx.x] = at_most_four<N>(s);
}

// What the condition says is not enough.
template <int BLOCK>
__global__ void other_way(int *x) {
    static_assert(BLOCK % 16 == 0, "");
    if (BLOCK % 32 != 0) x[0] = threadIdx.x; //~ error: race
}

// In a branch that an instance may leave out it says nothing of the others.
template <int N>
__global__ void only_there(int *x) {
    if constexpr (N > 8) {
        static_assert(N % 8 == 0, "");
        if (N % 8 != 0) x[0] = threadIdx.x;
    } else {
        if (N % 8 != 0) x[1] = threadIdx.x; //~ error: race
    }
}
