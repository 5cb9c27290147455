// Recursion of instances is not followed for ever, nor where the argument is not fixed (TEMPLATE-13).
//% verdict: unsupported

template <int N>
__device__ int deep() {
    if constexpr (N > 0)
        return 1 + deep<N - 1>();
    else
        return 0;
}

template <int N>
__device__ int at_run_time(int n) {
    return n > 0 ? N + at_run_time<N>(n - 1) : 0;
}

__global__ void too_deep(int *out) { out[0] = deep<200>(); }

template <int N>
__global__ void not_fixed(int *out) { out[0] = deep<N>(); }

__global__ void same_instance(int *out, int n) { out[0] = at_run_time<1>(n); }
