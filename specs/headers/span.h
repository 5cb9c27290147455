// What C++'s <span> says of spans whose size is a value (LIB-12): read in its place where it is not found. What C++ leaves
// undefined, an element beyond the size above all, must not be asked for: that is asserted, so the text holds for all arguments.
#ifndef GPUHOARE_SPAN
#define GPUHOARE_SPAN

namespace std {

constexpr size_t dynamic_extent = size_t(-1);

template <typename T, size_t N = dynamic_extent>
class span;

template <typename T>
class span<T, dynamic_extent> {
public:
    typedef T element_type;
    typedef T value_type;
    typedef T *iterator;

    __host__ __device__ constexpr span() : data_(nullptr), size_(0) {}
    __host__ __device__ constexpr span(T *data, size_t size) : data_(data), size_(size) {}

    __host__ __device__ constexpr T &operator[](size_t i) const {
        gpuhoare_assert(i < size_);
        return data_[i];
    }
    __host__ __device__ constexpr T &front() const { return (*this)[0]; }
    __host__ __device__ constexpr T &back() const { return (*this)[size_ - 1]; }
    __host__ __device__ constexpr T *data() const { return data_; }
    __host__ __device__ constexpr size_t size() const { return size_; }
    __host__ __device__ constexpr size_t size_bytes() const { return size_ * sizeof(T); }
    __host__ __device__ constexpr bool empty() const { return size_ == 0; }
    __host__ __device__ constexpr T *begin() const { return data_; }
    __host__ __device__ constexpr T *end() const { return data_ + size_; }
    __host__ __device__ constexpr span first(size_t count) const { return subspan(0, count); }
    __host__ __device__ constexpr span last(size_t count) const {
        gpuhoare_assert(count <= size_);
        return subspan(size_ - count, count);
    }
    __host__ __device__ constexpr span subspan(size_t from) const {
        gpuhoare_assert(from <= size_);
        return span(data_ + from, size_ - from);
    }
    __host__ __device__ constexpr span subspan(size_t from, size_t count) const {
        gpuhoare_assert(from <= size_ && count <= size_ - from);
        return span(data_ + from, count);
    }

private:
    T *data_;
    size_t size_;
};

} // namespace std

#endif
