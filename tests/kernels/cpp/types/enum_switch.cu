// Boundary modes as an enum class, chosen by a template parameter and by a value.
//% verdict: safe

enum class Border : int { Clamp, Wrap, Zero };
enum Mode { MODE_COPY = 0, MODE_NEGATE, MODE_COUNT };

template <Border B>
__device__ int fetch(const int *a, int i, int n) {
    if constexpr (B == Border::Clamp) {
        return a[i < 0 ? 0 : (i >= n ? n - 1 : i)];
    } else if constexpr (B == Border::Wrap) {
        return a[((i % n) + n) % n];
    } else {
        return (i >= 0 && i < n) ? a[i] : 0;
    }
}

//@ requires 0 < n && n <= \length(in) && n <= \length(out);
template <Border B>
__global__ void shift(const int *in, int *out, int n, int by, Mode mode) {
    static_assert(MODE_COUNT == 2, "two modes");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = fetch<B>(in, i + by, n);
    switch (mode) {
    case MODE_NEGATE:
        v = -v;
        break;
    case MODE_COPY:
    default:
        break;
    }
    out[i] = v;
}

template __global__ void shift<Border::Clamp>(const int *, int *, int, int, Mode);
template __global__ void shift<Border::Wrap>(const int *, int *, int, int, Mode);
template __global__ void shift<Border::Zero>(const int *, int *, int, int, Mode);
