// What GLM's vectors and matrices compute, as far as kernels use them (R268): read in place of its headers where they are not found.
// Members are in memory one after another, matrices column by column, as GLM lays them out when nothing else is configured.
// An index must be one of a component: GLM says nothing of others, so that is asserted. In reals the text holds for all arguments;
// in exact floats it is not read, since GLM leaves the order of sums to its configuration.
#ifndef GPUHOARE_GLM
#define GPUHOARE_GLM

namespace glm {

template <typename T>
struct tvec3;

template <typename T>
struct tvec4;

template <typename T>
struct tmat4x4;

template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
inline __host__ __device__ T min(T a, T b) {
    return b < a ? b : a;
}

template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
inline __host__ __device__ T max(T a, T b) {
    return a < b ? b : a;
}

template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
inline __host__ __device__ T clamp(T a, T low, T high) {
    return min(max(a, low), high);
}

template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
inline __host__ __device__ T abs(T a) {
    return ::abs(a);
}

inline __host__ __device__ float mix(float a, float b, float t) { return a * (float(1) - t) + b * t; }

inline __host__ __device__ float floor(float a) { return ::floor(a); }

inline __host__ __device__ float ceil(float a) { return ::ceil(a); }

inline __host__ __device__ float sqrt(float a) { return ::sqrt(a); }

inline __host__ __device__ float exp(float a) { return ::exp(a); }

inline __host__ __device__ float log(float a) { return ::log(a); }

inline __host__ __device__ float sin(float a) { return ::sin(a); }

inline __host__ __device__ float cos(float a) { return ::cos(a); }

inline __host__ __device__ float pow(float a, float b) { return ::pow(a, b); }

inline __host__ __device__ float radians(float a) { return a * float(0.01745329251994329576923690768489); }

inline __host__ __device__ float inversesqrt(float a) { return float(1) / sqrt(a); }

inline __host__ __device__ double mix(double a, double b, double t) { return a * (double(1) - t) + b * t; }

inline __host__ __device__ double floor(double a) { return ::floor(a); }

inline __host__ __device__ double ceil(double a) { return ::ceil(a); }

inline __host__ __device__ double sqrt(double a) { return ::sqrt(a); }

inline __host__ __device__ double exp(double a) { return ::exp(a); }

inline __host__ __device__ double log(double a) { return ::log(a); }

inline __host__ __device__ double sin(double a) { return ::sin(a); }

inline __host__ __device__ double cos(double a) { return ::cos(a); }

inline __host__ __device__ double pow(double a, double b) { return ::pow(a, b); }

inline __host__ __device__ double radians(double a) { return a * double(0.01745329251994329576923690768489); }

inline __host__ __device__ double inversesqrt(double a) { return double(1) / sqrt(a); }

template <typename T>
struct tvec2 {
    T x, y;
    tvec2() = default;
    __host__ __device__ explicit tvec2(T s) : x(s), y(s) {}
    __host__ __device__ tvec2(T x_, T y_) : x(x_), y(y_) {}
    template <typename U>
    __host__ __device__ explicit tvec2(const tvec3<U> &v) : x(T(v.x)), y(T(v.y)) {}
    template <typename U>
    __host__ __device__ explicit tvec2(const tvec4<U> &v) : x(T(v.x)), y(T(v.y)) {}
    __host__ __device__ T &operator[](int i) {
        gpuhoare_assert(0 <= i && i < 2);
        return i == 0 ? x : y;
    }
    __host__ __device__ const T &operator[](int i) const {
        gpuhoare_assert(0 <= i && i < 2);
        return i == 0 ? x : y;
    }
    __host__ __device__ tvec2 &operator+=(const tvec2 &v) {
        x += v.x; y += v.y;
        return *this;
    }
    __host__ __device__ tvec2 &operator+=(T s) {
        x += s; y += s;
        return *this;
    }
    __host__ __device__ tvec2 &operator-=(const tvec2 &v) {
        x -= v.x; y -= v.y;
        return *this;
    }
    __host__ __device__ tvec2 &operator-=(T s) {
        x -= s; y -= s;
        return *this;
    }
    __host__ __device__ tvec2 &operator*=(const tvec2 &v) {
        x *= v.x; y *= v.y;
        return *this;
    }
    __host__ __device__ tvec2 &operator*=(T s) {
        x *= s; y *= s;
        return *this;
    }
    __host__ __device__ tvec2 &operator/=(const tvec2 &v) {
        x /= v.x; y /= v.y;
        return *this;
    }
    __host__ __device__ tvec2 &operator/=(T s) {
        x /= s; y /= s;
        return *this;
    }
};

template <typename T>
struct tvec3 {
    T x, y, z;
    tvec3() = default;
    __host__ __device__ explicit tvec3(T s) : x(s), y(s), z(s) {}
    __host__ __device__ tvec3(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
    __host__ __device__ tvec3(const tvec2<T> &v, T z_) : x(v.x), y(v.y), z(z_) {}
    __host__ __device__ tvec3(T x_, const tvec2<T> &v) : x(x_), y(v.x), z(v.y) {}
    template <typename U>
    __host__ __device__ explicit tvec3(const tvec4<U> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
    __host__ __device__ T &operator[](int i) {
        gpuhoare_assert(0 <= i && i < 3);
        return i == 0 ? x : i == 1 ? y : z;
    }
    __host__ __device__ const T &operator[](int i) const {
        gpuhoare_assert(0 <= i && i < 3);
        return i == 0 ? x : i == 1 ? y : z;
    }
    __host__ __device__ tvec3 &operator+=(const tvec3 &v) {
        x += v.x; y += v.y; z += v.z;
        return *this;
    }
    __host__ __device__ tvec3 &operator+=(T s) {
        x += s; y += s; z += s;
        return *this;
    }
    __host__ __device__ tvec3 &operator-=(const tvec3 &v) {
        x -= v.x; y -= v.y; z -= v.z;
        return *this;
    }
    __host__ __device__ tvec3 &operator-=(T s) {
        x -= s; y -= s; z -= s;
        return *this;
    }
    __host__ __device__ tvec3 &operator*=(const tvec3 &v) {
        x *= v.x; y *= v.y; z *= v.z;
        return *this;
    }
    __host__ __device__ tvec3 &operator*=(T s) {
        x *= s; y *= s; z *= s;
        return *this;
    }
    __host__ __device__ tvec3 &operator/=(const tvec3 &v) {
        x /= v.x; y /= v.y; z /= v.z;
        return *this;
    }
    __host__ __device__ tvec3 &operator/=(T s) {
        x /= s; y /= s; z /= s;
        return *this;
    }
};

template <typename T>
struct tvec4 {
    T x, y, z, w;
    tvec4() = default;
    __host__ __device__ explicit tvec4(T s) : x(s), y(s), z(s), w(s) {}
    __host__ __device__ tvec4(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
    __host__ __device__ tvec4(const tvec3<T> &v, T w_) : x(v.x), y(v.y), z(v.z), w(w_) {}
    __host__ __device__ tvec4(const tvec2<T> &v, T z_, T w_) : x(v.x), y(v.y), z(z_), w(w_) {}
    __host__ __device__ T &operator[](int i) {
        gpuhoare_assert(0 <= i && i < 4);
        return i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
    }
    __host__ __device__ const T &operator[](int i) const {
        gpuhoare_assert(0 <= i && i < 4);
        return i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
    }
    __host__ __device__ tvec4 &operator+=(const tvec4 &v) {
        x += v.x; y += v.y; z += v.z; w += v.w;
        return *this;
    }
    __host__ __device__ tvec4 &operator+=(T s) {
        x += s; y += s; z += s; w += s;
        return *this;
    }
    __host__ __device__ tvec4 &operator-=(const tvec4 &v) {
        x -= v.x; y -= v.y; z -= v.z; w -= v.w;
        return *this;
    }
    __host__ __device__ tvec4 &operator-=(T s) {
        x -= s; y -= s; z -= s; w -= s;
        return *this;
    }
    __host__ __device__ tvec4 &operator*=(const tvec4 &v) {
        x *= v.x; y *= v.y; z *= v.z; w *= v.w;
        return *this;
    }
    __host__ __device__ tvec4 &operator*=(T s) {
        x *= s; y *= s; z *= s; w *= s;
        return *this;
    }
    __host__ __device__ tvec4 &operator/=(const tvec4 &v) {
        x /= v.x; y /= v.y; z /= v.z; w /= v.w;
        return *this;
    }
    __host__ __device__ tvec4 &operator/=(T s) {
        x /= s; y /= s; z /= s; w /= s;
        return *this;
    }
};

template <typename T>
inline __host__ __device__ tvec2<T> operator+(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(a.x + b.x, a.y + b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator+(const tvec2<T> &a, T s) {
    return tvec2<T>(a.x + s, a.y + s);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator+(T s, const tvec2<T> &b) {
    return tvec2<T>(s + b.x, s + b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator-(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(a.x - b.x, a.y - b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator-(const tvec2<T> &a, T s) {
    return tvec2<T>(a.x - s, a.y - s);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator-(T s, const tvec2<T> &b) {
    return tvec2<T>(s - b.x, s - b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator*(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(a.x * b.x, a.y * b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator*(const tvec2<T> &a, T s) {
    return tvec2<T>(a.x * s, a.y * s);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator*(T s, const tvec2<T> &b) {
    return tvec2<T>(s * b.x, s * b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator/(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(a.x / b.x, a.y / b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator/(const tvec2<T> &a, T s) {
    return tvec2<T>(a.x / s, a.y / s);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator/(T s, const tvec2<T> &b) {
    return tvec2<T>(s / b.x, s / b.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator-(const tvec2<T> &a) {
    return tvec2<T>(-a.x, -a.y);
}

template <typename T>
inline __host__ __device__ bool operator==(const tvec2<T> &a, const tvec2<T> &b) {
    return a.x == b.x && a.y == b.y;
}

template <typename T>
inline __host__ __device__ bool operator!=(const tvec2<T> &a, const tvec2<T> &b) {
    return a.x != b.x || a.y != b.y;
}

template <typename T>
inline __host__ __device__ T dot(const tvec2<T> &a, const tvec2<T> &b) {
    return a.x * b.x + a.y * b.y;
}

template <typename T>
inline __host__ __device__ T length(const tvec2<T> &a) {
    return ::sqrt(dot(a, a));
}

template <typename T>
inline __host__ __device__ T distance(const tvec2<T> &a, const tvec2<T> &b) {
    return length(b - a);
}

template <typename T>
inline __host__ __device__ tvec2<T> normalize(const tvec2<T> &a) {
    return a * (T(1) / ::sqrt(dot(a, a)));
}

template <typename T>
inline __host__ __device__ tvec2<T> reflect(const tvec2<T> &i, const tvec2<T> &n) {
    return i - n * dot(n, i) * T(2);
}

template <typename T>
inline __host__ __device__ tvec2<T> mix(const tvec2<T> &a, const tvec2<T> &b, T t) {
    return a * (T(1) - t) + b * t;
}

template <typename T>
inline __host__ __device__ tvec2<T> min(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> min(const tvec2<T> &a, T s) {
    return tvec2<T>(s < a.x ? s : a.x, s < a.y ? s : a.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> max(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> max(const tvec2<T> &a, T s) {
    return tvec2<T>(a.x < s ? s : a.x, a.y < s ? s : a.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> clamp(const tvec2<T> &a, T low, T high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec2<T> clamp(const tvec2<T> &a, const tvec2<T> &low, const tvec2<T> &high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec2<T> abs(const tvec2<T> &a) {
    return tvec2<T>(::abs(a.x), ::abs(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> floor(const tvec2<T> &a) {
    return tvec2<T>(::floor(a.x), ::floor(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> ceil(const tvec2<T> &a) {
    return tvec2<T>(::ceil(a.x), ::ceil(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> sqrt(const tvec2<T> &a) {
    return tvec2<T>(::sqrt(a.x), ::sqrt(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> exp(const tvec2<T> &a) {
    return tvec2<T>(::exp(a.x), ::exp(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> log(const tvec2<T> &a) {
    return tvec2<T>(::log(a.x), ::log(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> sin(const tvec2<T> &a) {
    return tvec2<T>(::sin(a.x), ::sin(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> cos(const tvec2<T> &a) {
    return tvec2<T>(::cos(a.x), ::cos(a.y));
}

template <typename T>
inline __host__ __device__ tvec2<T> fract(const tvec2<T> &a) {
    return a - floor(a);
}

template <typename T>
inline __host__ __device__ tvec2<T> pow(const tvec2<T> &a, const tvec2<T> &b) {
    return tvec2<T>(::pow(a.x, b.x), ::pow(a.y, b.y));
}

template <typename T>
inline __host__ __device__ tvec3<T> operator+(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.x + b.x, a.y + b.y, a.z + b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator+(const tvec3<T> &a, T s) {
    return tvec3<T>(a.x + s, a.y + s, a.z + s);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator+(T s, const tvec3<T> &b) {
    return tvec3<T>(s + b.x, s + b.y, s + b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator-(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.x - b.x, a.y - b.y, a.z - b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator-(const tvec3<T> &a, T s) {
    return tvec3<T>(a.x - s, a.y - s, a.z - s);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator-(T s, const tvec3<T> &b) {
    return tvec3<T>(s - b.x, s - b.y, s - b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator*(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.x * b.x, a.y * b.y, a.z * b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator*(const tvec3<T> &a, T s) {
    return tvec3<T>(a.x * s, a.y * s, a.z * s);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator*(T s, const tvec3<T> &b) {
    return tvec3<T>(s * b.x, s * b.y, s * b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator/(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.x / b.x, a.y / b.y, a.z / b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator/(const tvec3<T> &a, T s) {
    return tvec3<T>(a.x / s, a.y / s, a.z / s);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator/(T s, const tvec3<T> &b) {
    return tvec3<T>(s / b.x, s / b.y, s / b.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator-(const tvec3<T> &a) {
    return tvec3<T>(-a.x, -a.y, -a.z);
}

template <typename T>
inline __host__ __device__ bool operator==(const tvec3<T> &a, const tvec3<T> &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

template <typename T>
inline __host__ __device__ bool operator!=(const tvec3<T> &a, const tvec3<T> &b) {
    return a.x != b.x || a.y != b.y || a.z != b.z;
}

template <typename T>
inline __host__ __device__ T dot(const tvec3<T> &a, const tvec3<T> &b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename T>
inline __host__ __device__ T length(const tvec3<T> &a) {
    return ::sqrt(dot(a, a));
}

template <typename T>
inline __host__ __device__ T distance(const tvec3<T> &a, const tvec3<T> &b) {
    return length(b - a);
}

template <typename T>
inline __host__ __device__ tvec3<T> normalize(const tvec3<T> &a) {
    return a * (T(1) / ::sqrt(dot(a, a)));
}

template <typename T>
inline __host__ __device__ tvec3<T> reflect(const tvec3<T> &i, const tvec3<T> &n) {
    return i - n * dot(n, i) * T(2);
}

template <typename T>
inline __host__ __device__ tvec3<T> mix(const tvec3<T> &a, const tvec3<T> &b, T t) {
    return a * (T(1) - t) + b * t;
}

template <typename T>
inline __host__ __device__ tvec3<T> min(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> min(const tvec3<T> &a, T s) {
    return tvec3<T>(s < a.x ? s : a.x, s < a.y ? s : a.y, s < a.z ? s : a.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> max(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> max(const tvec3<T> &a, T s) {
    return tvec3<T>(a.x < s ? s : a.x, a.y < s ? s : a.y, a.z < s ? s : a.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> clamp(const tvec3<T> &a, T low, T high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec3<T> clamp(const tvec3<T> &a, const tvec3<T> &low, const tvec3<T> &high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec3<T> abs(const tvec3<T> &a) {
    return tvec3<T>(::abs(a.x), ::abs(a.y), ::abs(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> floor(const tvec3<T> &a) {
    return tvec3<T>(::floor(a.x), ::floor(a.y), ::floor(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> ceil(const tvec3<T> &a) {
    return tvec3<T>(::ceil(a.x), ::ceil(a.y), ::ceil(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> sqrt(const tvec3<T> &a) {
    return tvec3<T>(::sqrt(a.x), ::sqrt(a.y), ::sqrt(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> exp(const tvec3<T> &a) {
    return tvec3<T>(::exp(a.x), ::exp(a.y), ::exp(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> log(const tvec3<T> &a) {
    return tvec3<T>(::log(a.x), ::log(a.y), ::log(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> sin(const tvec3<T> &a) {
    return tvec3<T>(::sin(a.x), ::sin(a.y), ::sin(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> cos(const tvec3<T> &a) {
    return tvec3<T>(::cos(a.x), ::cos(a.y), ::cos(a.z));
}

template <typename T>
inline __host__ __device__ tvec3<T> fract(const tvec3<T> &a) {
    return a - floor(a);
}

template <typename T>
inline __host__ __device__ tvec3<T> pow(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(::pow(a.x, b.x), ::pow(a.y, b.y), ::pow(a.z, b.z));
}

template <typename T>
inline __host__ __device__ tvec4<T> operator+(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator+(const tvec4<T> &a, T s) {
    return tvec4<T>(a.x + s, a.y + s, a.z + s, a.w + s);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator+(T s, const tvec4<T> &b) {
    return tvec4<T>(s + b.x, s + b.y, s + b.z, s + b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator-(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator-(const tvec4<T> &a, T s) {
    return tvec4<T>(a.x - s, a.y - s, a.z - s, a.w - s);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator-(T s, const tvec4<T> &b) {
    return tvec4<T>(s - b.x, s - b.y, s - b.z, s - b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator*(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator*(const tvec4<T> &a, T s) {
    return tvec4<T>(a.x * s, a.y * s, a.z * s, a.w * s);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator*(T s, const tvec4<T> &b) {
    return tvec4<T>(s * b.x, s * b.y, s * b.z, s * b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator/(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator/(const tvec4<T> &a, T s) {
    return tvec4<T>(a.x / s, a.y / s, a.z / s, a.w / s);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator/(T s, const tvec4<T> &b) {
    return tvec4<T>(s / b.x, s / b.y, s / b.z, s / b.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator-(const tvec4<T> &a) {
    return tvec4<T>(-a.x, -a.y, -a.z, -a.w);
}

template <typename T>
inline __host__ __device__ bool operator==(const tvec4<T> &a, const tvec4<T> &b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

template <typename T>
inline __host__ __device__ bool operator!=(const tvec4<T> &a, const tvec4<T> &b) {
    return a.x != b.x || a.y != b.y || a.z != b.z || a.w != b.w;
}

template <typename T>
inline __host__ __device__ T dot(const tvec4<T> &a, const tvec4<T> &b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <typename T>
inline __host__ __device__ T length(const tvec4<T> &a) {
    return ::sqrt(dot(a, a));
}

template <typename T>
inline __host__ __device__ T distance(const tvec4<T> &a, const tvec4<T> &b) {
    return length(b - a);
}

template <typename T>
inline __host__ __device__ tvec4<T> normalize(const tvec4<T> &a) {
    return a * (T(1) / ::sqrt(dot(a, a)));
}

template <typename T>
inline __host__ __device__ tvec4<T> reflect(const tvec4<T> &i, const tvec4<T> &n) {
    return i - n * dot(n, i) * T(2);
}

template <typename T>
inline __host__ __device__ tvec4<T> mix(const tvec4<T> &a, const tvec4<T> &b, T t) {
    return a * (T(1) - t) + b * t;
}

template <typename T>
inline __host__ __device__ tvec4<T> min(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z, b.w < a.w ? b.w : a.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> min(const tvec4<T> &a, T s) {
    return tvec4<T>(s < a.x ? s : a.x, s < a.y ? s : a.y, s < a.z ? s : a.z, s < a.w ? s : a.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> max(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z, a.w < b.w ? b.w : a.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> max(const tvec4<T> &a, T s) {
    return tvec4<T>(a.x < s ? s : a.x, a.y < s ? s : a.y, a.z < s ? s : a.z, a.w < s ? s : a.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> clamp(const tvec4<T> &a, T low, T high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec4<T> clamp(const tvec4<T> &a, const tvec4<T> &low, const tvec4<T> &high) {
    return min(max(a, low), high);
}

template <typename T>
inline __host__ __device__ tvec4<T> abs(const tvec4<T> &a) {
    return tvec4<T>(::abs(a.x), ::abs(a.y), ::abs(a.z), ::abs(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> floor(const tvec4<T> &a) {
    return tvec4<T>(::floor(a.x), ::floor(a.y), ::floor(a.z), ::floor(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> ceil(const tvec4<T> &a) {
    return tvec4<T>(::ceil(a.x), ::ceil(a.y), ::ceil(a.z), ::ceil(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> sqrt(const tvec4<T> &a) {
    return tvec4<T>(::sqrt(a.x), ::sqrt(a.y), ::sqrt(a.z), ::sqrt(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> exp(const tvec4<T> &a) {
    return tvec4<T>(::exp(a.x), ::exp(a.y), ::exp(a.z), ::exp(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> log(const tvec4<T> &a) {
    return tvec4<T>(::log(a.x), ::log(a.y), ::log(a.z), ::log(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> sin(const tvec4<T> &a) {
    return tvec4<T>(::sin(a.x), ::sin(a.y), ::sin(a.z), ::sin(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> cos(const tvec4<T> &a) {
    return tvec4<T>(::cos(a.x), ::cos(a.y), ::cos(a.z), ::cos(a.w));
}

template <typename T>
inline __host__ __device__ tvec4<T> fract(const tvec4<T> &a) {
    return a - floor(a);
}

template <typename T>
inline __host__ __device__ tvec4<T> pow(const tvec4<T> &a, const tvec4<T> &b) {
    return tvec4<T>(::pow(a.x, b.x), ::pow(a.y, b.y), ::pow(a.z, b.z), ::pow(a.w, b.w));
}

template <typename T>
inline __host__ __device__ tvec3<T> cross(const tvec3<T> &a, const tvec3<T> &b) {
    return tvec3<T>(a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y);
}

// Its elements are columns.
template <typename T>
struct tmat2x2 {
    tvec2<T> value[2];
    tmat2x2() = default;
    __host__ __device__ explicit tmat2x2(T s) {
        value[0] = tvec2<T>(s, T(0)); value[1] = tvec2<T>(T(0), s);
    }
    __host__ __device__ tmat2x2(T x0, T y0, T x1, T y1) {
        value[0] = tvec2<T>(x0, y0); value[1] = tvec2<T>(x1, y1);
    }
    __host__ __device__ tmat2x2(const tvec2<T> &v0, const tvec2<T> &v1) {
        value[0] = v0; value[1] = v1;
    }
    __host__ __device__ tvec2<T> &operator[](int i) { return value[i]; }
    __host__ __device__ const tvec2<T> &operator[](int i) const { return value[i]; }
};

// Its elements are columns.
template <typename T>
struct tmat3x3 {
    tvec3<T> value[3];
    tmat3x3() = default;
    __host__ __device__ explicit tmat3x3(T s) {
        value[0] = tvec3<T>(s, T(0), T(0)); value[1] = tvec3<T>(T(0), s, T(0)); value[2] = tvec3<T>(T(0), T(0), s);
    }
    __host__ __device__ tmat3x3(T x0, T y0, T z0, T x1, T y1, T z1, T x2, T y2, T z2) {
        value[0] = tvec3<T>(x0, y0, z0); value[1] = tvec3<T>(x1, y1, z1); value[2] = tvec3<T>(x2, y2, z2);
    }
    __host__ __device__ tmat3x3(const tvec3<T> &v0, const tvec3<T> &v1, const tvec3<T> &v2) {
        value[0] = v0; value[1] = v1; value[2] = v2;
    }
    __host__ __device__ explicit tmat3x3(const tmat4x4<T> &m) {
        value[0] = tvec3<T>(m.value[0]); value[1] = tvec3<T>(m.value[1]); value[2] = tvec3<T>(m.value[2]);
    }
    __host__ __device__ tvec3<T> &operator[](int i) { return value[i]; }
    __host__ __device__ const tvec3<T> &operator[](int i) const { return value[i]; }
};

// Its elements are columns.
template <typename T>
struct tmat4x4 {
    tvec4<T> value[4];
    tmat4x4() = default;
    __host__ __device__ explicit tmat4x4(T s) {
        value[0] = tvec4<T>(s, T(0), T(0), T(0)); value[1] = tvec4<T>(T(0), s, T(0), T(0)); value[2] = tvec4<T>(T(0), T(0), s, T(0)); value[3] = tvec4<T>(T(0), T(0), T(0), s);
    }
    __host__ __device__ tmat4x4(T x0, T y0, T z0, T w0, T x1, T y1, T z1, T w1, T x2, T y2, T z2, T w2, T x3, T y3, T z3, T w3) {
        value[0] = tvec4<T>(x0, y0, z0, w0); value[1] = tvec4<T>(x1, y1, z1, w1); value[2] = tvec4<T>(x2, y2, z2, w2); value[3] = tvec4<T>(x3, y3, z3, w3);
    }
    __host__ __device__ tmat4x4(const tvec4<T> &v0, const tvec4<T> &v1, const tvec4<T> &v2, const tvec4<T> &v3) {
        value[0] = v0; value[1] = v1; value[2] = v2; value[3] = v3;
    }
    __host__ __device__ tvec4<T> &operator[](int i) { return value[i]; }
    __host__ __device__ const tvec4<T> &operator[](int i) const { return value[i]; }
};

template <typename T>
inline __host__ __device__ tvec2<T> operator*(const tmat2x2<T> &m, const tvec2<T> &v) {
    return tvec2<T>(m.value[0].x * v.x + m.value[1].x * v.y, m.value[0].y * v.x + m.value[1].y * v.y);
}

template <typename T>
inline __host__ __device__ tvec2<T> operator*(const tvec2<T> &v, const tmat2x2<T> &m) {
    return tvec2<T>(dot(m.value[0], v), dot(m.value[1], v));
}

template <typename T>
inline __host__ __device__ tmat2x2<T> operator*(const tmat2x2<T> &a, const tmat2x2<T> &b) {
    return tmat2x2<T>(a * b.value[0], a * b.value[1]);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> operator*(const tmat2x2<T> &m, T s) {
    return tmat2x2<T>(m.value[0] * s, m.value[1] * s);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> operator*(T s, const tmat2x2<T> &m) {
    return tmat2x2<T>(s * m.value[0], s * m.value[1]);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> operator+(const tmat2x2<T> &a, const tmat2x2<T> &b) {
    return tmat2x2<T>(a.value[0] + b.value[0], a.value[1] + b.value[1]);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> operator-(const tmat2x2<T> &a, const tmat2x2<T> &b) {
    return tmat2x2<T>(a.value[0] - b.value[0], a.value[1] - b.value[1]);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> transpose(const tmat2x2<T> &m) {
    return tmat2x2<T>(m.value[0].x, m.value[1].x, m.value[0].y, m.value[1].y);
}

template <typename T>
inline __host__ __device__ tmat2x2<T> outerProduct(const tvec2<T> &a, const tvec2<T> &b) {
    return tmat2x2<T>(a * b.x, a * b.y);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator*(const tmat3x3<T> &m, const tvec3<T> &v) {
    return tvec3<T>(m.value[0].x * v.x + m.value[1].x * v.y + m.value[2].x * v.z, m.value[0].y * v.x + m.value[1].y * v.y + m.value[2].y * v.z, m.value[0].z * v.x + m.value[1].z * v.y + m.value[2].z * v.z);
}

template <typename T>
inline __host__ __device__ tvec3<T> operator*(const tvec3<T> &v, const tmat3x3<T> &m) {
    return tvec3<T>(dot(m.value[0], v), dot(m.value[1], v), dot(m.value[2], v));
}

template <typename T>
inline __host__ __device__ tmat3x3<T> operator*(const tmat3x3<T> &a, const tmat3x3<T> &b) {
    return tmat3x3<T>(a * b.value[0], a * b.value[1], a * b.value[2]);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> operator*(const tmat3x3<T> &m, T s) {
    return tmat3x3<T>(m.value[0] * s, m.value[1] * s, m.value[2] * s);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> operator*(T s, const tmat3x3<T> &m) {
    return tmat3x3<T>(s * m.value[0], s * m.value[1], s * m.value[2]);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> operator+(const tmat3x3<T> &a, const tmat3x3<T> &b) {
    return tmat3x3<T>(a.value[0] + b.value[0], a.value[1] + b.value[1], a.value[2] + b.value[2]);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> operator-(const tmat3x3<T> &a, const tmat3x3<T> &b) {
    return tmat3x3<T>(a.value[0] - b.value[0], a.value[1] - b.value[1], a.value[2] - b.value[2]);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> transpose(const tmat3x3<T> &m) {
    return tmat3x3<T>(m.value[0].x, m.value[1].x, m.value[2].x, m.value[0].y, m.value[1].y, m.value[2].y, m.value[0].z, m.value[1].z, m.value[2].z);
}

template <typename T>
inline __host__ __device__ tmat3x3<T> outerProduct(const tvec3<T> &a, const tvec3<T> &b) {
    return tmat3x3<T>(a * b.x, a * b.y, a * b.z);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator*(const tmat4x4<T> &m, const tvec4<T> &v) {
    return tvec4<T>(m.value[0].x * v.x + m.value[1].x * v.y + m.value[2].x * v.z + m.value[3].x * v.w, m.value[0].y * v.x + m.value[1].y * v.y + m.value[2].y * v.z + m.value[3].y * v.w, m.value[0].z * v.x + m.value[1].z * v.y + m.value[2].z * v.z + m.value[3].z * v.w, m.value[0].w * v.x + m.value[1].w * v.y + m.value[2].w * v.z + m.value[3].w * v.w);
}

template <typename T>
inline __host__ __device__ tvec4<T> operator*(const tvec4<T> &v, const tmat4x4<T> &m) {
    return tvec4<T>(dot(m.value[0], v), dot(m.value[1], v), dot(m.value[2], v), dot(m.value[3], v));
}

template <typename T>
inline __host__ __device__ tmat4x4<T> operator*(const tmat4x4<T> &a, const tmat4x4<T> &b) {
    return tmat4x4<T>(a * b.value[0], a * b.value[1], a * b.value[2], a * b.value[3]);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> operator*(const tmat4x4<T> &m, T s) {
    return tmat4x4<T>(m.value[0] * s, m.value[1] * s, m.value[2] * s, m.value[3] * s);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> operator*(T s, const tmat4x4<T> &m) {
    return tmat4x4<T>(s * m.value[0], s * m.value[1], s * m.value[2], s * m.value[3]);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> operator+(const tmat4x4<T> &a, const tmat4x4<T> &b) {
    return tmat4x4<T>(a.value[0] + b.value[0], a.value[1] + b.value[1], a.value[2] + b.value[2], a.value[3] + b.value[3]);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> operator-(const tmat4x4<T> &a, const tmat4x4<T> &b) {
    return tmat4x4<T>(a.value[0] - b.value[0], a.value[1] - b.value[1], a.value[2] - b.value[2], a.value[3] - b.value[3]);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> transpose(const tmat4x4<T> &m) {
    return tmat4x4<T>(m.value[0].x, m.value[1].x, m.value[2].x, m.value[3].x, m.value[0].y, m.value[1].y, m.value[2].y, m.value[3].y, m.value[0].z, m.value[1].z, m.value[2].z, m.value[3].z, m.value[0].w, m.value[1].w, m.value[2].w, m.value[3].w);
}

template <typename T>
inline __host__ __device__ tmat4x4<T> outerProduct(const tvec4<T> &a, const tvec4<T> &b) {
    return tmat4x4<T>(a * b.x, a * b.y, a * b.z, a * b.w);
}

template <typename T>
inline __host__ __device__ T determinant(const tmat2x2<T> &m) {
    return m.value[0].x * m.value[1].y - m.value[1].x * m.value[0].y;
}

template <typename T>
inline __host__ __device__ T determinant(const tmat3x3<T> &m) {
    return m.value[0].x * (m.value[1].y * m.value[2].z - m.value[2].y * m.value[1].z) -
           m.value[1].x * (m.value[0].y * m.value[2].z - m.value[2].y * m.value[0].z) +
           m.value[2].x * (m.value[0].y * m.value[1].z - m.value[1].y * m.value[0].z);
}

typedef tvec2<float> vec2;
typedef tvec2<double> dvec2;
typedef tvec2<int> ivec2;
typedef tvec2<unsigned> uvec2;
typedef tmat2x2<float> mat2;
typedef tmat2x2<float> mat2x2;
typedef tmat2x2<double> dmat2;
typedef tvec3<float> vec3;
typedef tvec3<double> dvec3;
typedef tvec3<int> ivec3;
typedef tvec3<unsigned> uvec3;
typedef tmat3x3<float> mat3;
typedef tmat3x3<float> mat3x3;
typedef tmat3x3<double> dmat3;
typedef tvec4<float> vec4;
typedef tvec4<double> dvec4;
typedef tvec4<int> ivec4;
typedef tvec4<unsigned> uvec4;
typedef tmat4x4<float> mat4;
typedef tmat4x4<float> mat4x4;
typedef tmat4x4<double> dmat4;

}

#endif
