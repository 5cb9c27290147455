// Parameter packs, fold expressions and references to what is about to go are named, and are no errors.
//% verdict: unsupported

template <typename T>
__device__ T total(T first) {
    return first;
}
template <typename T, typename... Rest>
__device__ T total(T first, Rest... rest) {
    return first + total(rest...);
}

template <typename... Ts>
__device__ int folded(Ts... values) {
    return (0 + ... + values) + (values * ...);
}

template <int... Ns>
struct Sequence {
    static constexpr int size = sizeof...(Ns);
};

template <typename T>
__device__ void set(T &&place) {
    place = 1;
}

__global__ void recursive(int *a) { a[0] = total(1, 2, 3); }

__global__ void by_folding(int *a) { a[0] = folded(1, 2); }

__global__ void counted(int *a) { a[0] = Sequence<1, 2, 3>::size; }

__global__ void forwarded(int *a) {
    int i;
    set(i);
    a[0] = i;
}
