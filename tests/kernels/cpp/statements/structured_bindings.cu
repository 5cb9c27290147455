// Names for the parts of an object or an array: of a copy, or of the thing itself (CLASS-30).
//% verdict: verified

struct Interval {
    int low, high;
};

__device__ Interval around(int i, int width, int n) {
    int low = i - width < 0 ? 0 : i - width;
    int high = i + width >= n ? n - 1 : i + width;
    return {low, high};
}

template <typename T>
struct Extremes {
    T least, greatest;
};

template <typename T>
__device__ Extremes<T> ordered(T a, T b) {
    if (b < a) return Extremes<T>{b, a};
    return Extremes<T>{a, b};
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out) && 2 <= n;
//@ ensures \forall j. 1 <= j < n - 1 -> out[j] == 3;
//@ ensures out[0] == 2 && out[n - 1] == 2;
__global__ void neighbours(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const auto [low, high] = around(i, 1, n);
    out[i] = high - low + 1;
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(a) && 32 <= \length(b);
//@ ensures \forall j. 0 <= j < 32 -> a[j] <= b[j];
//@ ensures \forall j. 0 <= j < 32 -> a[j] + b[j] == \old(a[j]) + \old(b[j]);
__global__ void sorted_pairs(int *a, int *b) {
    int i = threadIdx.x;
    auto [least, greatest] = ordered(a[i], b[i]);
    a[i] = least;
    b[i] = greatest;
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(p);
//@ ensures \forall j. 0 <= j < 32 -> p[j].x == \old(p[j].y) && p[j].y == \old(p[j].x) + 1;
__global__ void swapped(float2 *p) {
    auto &[x, y] = p[threadIdx.x];
    auto [first, second] = p[threadIdx.x];
    first += 1.0f;
    x = second;
    y = first;
    int sides[2] = {3, 4};
    const auto &[three, four] = sides;
    if (three + four != 7) x = 0.0f;
}
