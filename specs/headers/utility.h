// What C++'s <utility> says of pairs, as far as kernels use them (LIB-12): read in its place where it is not found.
// It holds for all arguments; comparisons are those of the members.
#ifndef GPUHOARE_UTILITY
#define GPUHOARE_UTILITY

namespace std {

template <typename A, typename B>
struct pair {
    typedef A first_type;
    typedef B second_type;

    A first;
    B second;

    pair() = default;
    __host__ __device__ constexpr pair(const A &a, const B &b) : first(a), second(b) {}
    template <typename C, typename D>
    __host__ __device__ constexpr pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
};

template <typename A, typename B>
inline __host__ __device__ constexpr pair<A, B> make_pair(A a, B b) {
    return pair<A, B>(a, b);
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator==(const pair<A, B> &p, const pair<A, B> &q) {
    return p.first == q.first && p.second == q.second;
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator!=(const pair<A, B> &p, const pair<A, B> &q) {
    return !(p == q);
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator<(const pair<A, B> &p, const pair<A, B> &q) {
    return p.first < q.first || (!(q.first < p.first) && p.second < q.second);
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator>(const pair<A, B> &p, const pair<A, B> &q) {
    return q < p;
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator<=(const pair<A, B> &p, const pair<A, B> &q) {
    return !(q < p);
}

template <typename A, typename B>
inline __host__ __device__ constexpr bool operator>=(const pair<A, B> &p, const pair<A, B> &q) {
    return !(p < q);
}

} // namespace std

#endif
