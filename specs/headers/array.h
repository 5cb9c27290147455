// What C++'s <array> defines, as far as kernels use it (LIB-12): read in its place where it is not found.
// It holds for all arguments: an index beyond the size is out of the bounds of the array inside.
#ifndef GPUHOARE_ARRAY
#define GPUHOARE_ARRAY

namespace std {

template <typename T, size_t N>
struct array {
    typedef T value_type;
    typedef size_t size_type;
    typedef T *iterator;
    typedef const T *const_iterator;

    T held[N];

    __host__ __device__ constexpr T &operator[](size_t i) { return held[i]; }
    __host__ __device__ constexpr const T &operator[](size_t i) const { return held[i]; }
    __host__ __device__ constexpr T *data() { return held; }
    __host__ __device__ constexpr const T *data() const { return held; }
    __host__ __device__ constexpr T &front() { return held[0]; }
    __host__ __device__ constexpr const T &front() const { return held[0]; }
    __host__ __device__ constexpr T &back() { return held[N - 1]; }
    __host__ __device__ constexpr const T &back() const { return held[N - 1]; }
    __host__ __device__ constexpr T *begin() { return held; }
    __host__ __device__ constexpr const T *begin() const { return held; }
    __host__ __device__ constexpr T *end() { return held + N; }
    __host__ __device__ constexpr const T *end() const { return held + N; }
    __host__ __device__ constexpr size_t size() const { return N; }
    __host__ __device__ constexpr bool empty() const { return N == 0; }
    __host__ __device__ constexpr void fill(const T &value) {
        for (size_t i = 0; i < N; ++i) held[i] = value;
    }
};

} // namespace std

#endif
