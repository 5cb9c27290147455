// What C++'s <cstddef> says of bytes (LIB-12): read in its place where it is not found. Operators of an enumeration are no C's, and so they
// are not modelled. There is nothing here that takes an argument.
#ifndef GPUHOARE_CSTDDEF
#define GPUHOARE_CSTDDEF

namespace std {

enum class byte : unsigned char {};

inline __host__ __device__ constexpr byte operator~(byte a) { return byte(~(unsigned)a & 255u); }
inline __host__ __device__ constexpr byte operator|(byte a, byte b) { return byte((unsigned)a | (unsigned)b); }
inline __host__ __device__ constexpr byte operator&(byte a, byte b) { return byte((unsigned)a & (unsigned)b); }
inline __host__ __device__ constexpr byte operator^(byte a, byte b) { return byte((unsigned)a ^ (unsigned)b); }
inline __host__ __device__ constexpr byte operator<<(byte a, int n) { return byte((unsigned)a << n & 255u); }
inline __host__ __device__ constexpr byte operator>>(byte a, int n) { return byte((unsigned)a >> n); }
inline __host__ __device__ constexpr byte &operator|=(byte &a, byte b) { return a = a | b; }
inline __host__ __device__ constexpr byte &operator&=(byte &a, byte b) { return a = a & b; }
inline __host__ __device__ constexpr byte &operator^=(byte &a, byte b) { return a = a ^ b; }
inline __host__ __device__ constexpr byte &operator<<=(byte &a, int n) { return a = a << n; }
inline __host__ __device__ constexpr byte &operator>>=(byte &a, int n) { return a = a >> n; }

template <typename T>
inline __host__ __device__ constexpr T to_integer(byte a) {
    return T(a);
}

} // namespace std

#endif
