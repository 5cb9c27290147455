// What C++'s <complex> and Thrust's complex numbers compute, as far as kernels use them (LIB-15): read in place of the headers where they
// are not found. A number is its real part and, behind it in memory, its imaginary one.
// In reals it holds for all arguments; a division by 0 is an obligation, as everywhere. In exact floats it is not read: how the libraries scale
// products, quotients and absolute values is theirs.
#ifndef GPUHOARE_COMPLEX
#define GPUHOARE_COMPLEX

#include <type_traits>

namespace std {

template <typename T>
struct complex {
    typedef T value_type;

    T real_, imag_;

    complex() = default;
    __host__ __device__ constexpr complex(T real) : real_(real), imag_(0) {}
    __host__ __device__ constexpr complex(T real, T imag) : real_(real), imag_(imag) {}
    template <typename U>
    __host__ __device__ constexpr complex(const complex<U> &z) : real_(T(z.real_)), imag_(T(z.imag_)) {}

    __host__ __device__ constexpr T real() const { return real_; }
    __host__ __device__ constexpr T imag() const { return imag_; }
    __host__ __device__ void real(T real) { real_ = real; }
    __host__ __device__ void imag(T imag) { imag_ = imag; }

    __host__ __device__ complex &operator+=(T s) {
        real_ += s;
        return *this;
    }
    __host__ __device__ complex &operator-=(T s) {
        real_ -= s;
        return *this;
    }
    __host__ __device__ complex &operator*=(T s) {
        real_ *= s;
        imag_ *= s;
        return *this;
    }
    __host__ __device__ complex &operator/=(T s) {
        real_ /= s;
        imag_ /= s;
        return *this;
    }
    __host__ __device__ complex &operator+=(const complex &z) {
        real_ += z.real_;
        imag_ += z.imag_;
        return *this;
    }
    __host__ __device__ complex &operator-=(const complex &z) {
        real_ -= z.real_;
        imag_ -= z.imag_;
        return *this;
    }
    __host__ __device__ complex &operator*=(const complex &z) {
        T real = real_ * z.real_ - imag_ * z.imag_;
        imag_ = real_ * z.imag_ + imag_ * z.real_;
        real_ = real;
        return *this;
    }
    __host__ __device__ complex &operator/=(const complex &z) {
        T square = z.real_ * z.real_ + z.imag_ * z.imag_;
        T real = (real_ * z.real_ + imag_ * z.imag_) / square;
        imag_ = (imag_ * z.real_ - real_ * z.imag_) / square;
        real_ = real;
        return *this;
    }
};

// A number beside a complex one is converted to the type of its parts.
template <typename T>
inline __host__ __device__ complex<T> operator+(const complex<T> &z) {
    return z;
}

template <typename T>
inline __host__ __device__ complex<T> operator-(const complex<T> &z) {
    return complex<T>(-z.real_, -z.imag_);
}

template <typename T>
inline __host__ __device__ complex<T> operator+(const complex<T> &z, const complex<T> &w) {
    return complex<T>(z.real_ + w.real_, z.imag_ + w.imag_);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator+(const complex<T> &z, const U &s) {
    return complex<T>(z.real_ + T(s), z.imag_);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator+(const U &s, const complex<T> &z) {
    return complex<T>(T(s) + z.real_, z.imag_);
}

template <typename T>
inline __host__ __device__ complex<T> operator-(const complex<T> &z, const complex<T> &w) {
    return complex<T>(z.real_ - w.real_, z.imag_ - w.imag_);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator-(const complex<T> &z, const U &s) {
    return complex<T>(z.real_ - T(s), z.imag_);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator-(const U &s, const complex<T> &z) {
    return complex<T>(T(s) - z.real_, -z.imag_);
}

template <typename T>
inline __host__ __device__ complex<T> operator*(const complex<T> &z, const complex<T> &w) {
    return complex<T>(z.real_ * w.real_ - z.imag_ * w.imag_, z.real_ * w.imag_ + z.imag_ * w.real_);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator*(const complex<T> &z, const U &s) {
    return complex<T>(z.real_ * T(s), z.imag_ * T(s));
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator*(const U &s, const complex<T> &z) {
    return complex<T>(T(s) * z.real_, T(s) * z.imag_);
}

template <typename T>
inline __host__ __device__ complex<T> operator/(const complex<T> &z, const complex<T> &w) {
    T square = w.real_ * w.real_ + w.imag_ * w.imag_;
    return complex<T>((z.real_ * w.real_ + z.imag_ * w.imag_) / square, (z.imag_ * w.real_ - z.real_ * w.imag_) / square);
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator/(const complex<T> &z, const U &s) {
    return complex<T>(z.real_ / T(s), z.imag_ / T(s));
}

template <typename T, typename U>
inline __host__ __device__ typename std::enable_if<std::gpuhoare_is_number<U>::value, complex<T>>::type
operator/(const U &s, const complex<T> &z) {
    return complex<T>(T(s)) / z;
}

template <typename T>
inline __host__ __device__ bool operator==(const complex<T> &z, const complex<T> &w) {
    return z.real_ == w.real_ && z.imag_ == w.imag_;
}

template <typename T>
inline __host__ __device__ bool operator!=(const complex<T> &z, const complex<T> &w) {
    return !(z == w);
}

template <typename T>
inline __host__ __device__ T real(const complex<T> &z) {
    return z.real_;
}

template <typename T>
inline __host__ __device__ T imag(const complex<T> &z) {
    return z.imag_;
}

template <typename T>
inline __host__ __device__ T norm(const complex<T> &z) {
    return z.real_ * z.real_ + z.imag_ * z.imag_;
}

template <typename T>
inline __host__ __device__ T abs(const complex<T> &z) {
    return ::sqrt(z.real_ * z.real_ + z.imag_ * z.imag_);
}

template <typename T>
inline __host__ __device__ T arg(const complex<T> &z) {
    return ::atan2(z.imag_, z.real_);
}

template <typename T>
inline __host__ __device__ complex<T> conj(const complex<T> &z) {
    return complex<T>(z.real_, -z.imag_);
}

template <typename T>
inline __host__ __device__ complex<T> exp(const complex<T> &z) {
    T size = ::exp(z.real_);
    return complex<T>(size * ::cos(z.imag_), size * ::sin(z.imag_));
}

template <typename T>
inline __host__ __device__ complex<T> sqrt(const complex<T> &z) {
    T size = abs(z);
    T imag = ::sqrt((size - z.real_) / 2);
    return complex<T>(::sqrt((size + z.real_) / 2), z.imag_ < 0 ? -imag : imag);
}

template <typename T>
inline __host__ __device__ complex<T> log(const complex<T> &z) {
    return complex<T>(::log(abs(z)), arg(z));
}

template <typename T>
inline __host__ __device__ complex<T> polar(const T &size, const T &angle) {
    return complex<T>(size * ::cos(angle), size * ::sin(angle));
}

} // namespace std

#endif
