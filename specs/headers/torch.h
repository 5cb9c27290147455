// What PyTorch's headers say of the accessors that kernels take tensors as (LIB-17): read in place of those headers where they are not
// found. All else that they declare is missing.
// It holds for all indices: PyTorch compares none with its size, so one may lead to another row, and out of the tensor it is out of bounds.
#ifndef GPUHOARE_TORCH
#define GPUHOARE_TORCH

namespace at {

// Templates in PyTorch, which say whether the pointer is `__restrict__`.
struct DefaultPtrTraits {};
struct RestrictPtrTraits {};

// A part of a tensor: the sizes and strides of its dimensions are somewhere else.
template <typename T, size_t N, typename PtrTraits = DefaultPtrTraits, typename index_t = int64_t>
class TensorAccessor {
public:
    __host__ __device__ TensorAccessor(T *data, const index_t *sizes, const index_t *strides)
        : data_(data), sizes_(sizes), strides_(strides) {}
    __host__ __device__ TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i) const {
        return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
    __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
    __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
    __host__ __device__ T *data() const { return data_; }

private:
    T *data_;
    const index_t *sizes_;
    const index_t *strides_;
};

template <typename T, typename PtrTraits, typename index_t>
class TensorAccessor<T, 1, PtrTraits, index_t> {
public:
    __host__ __device__ TensorAccessor(T *data, const index_t *sizes, const index_t *strides)
        : data_(data), sizes_(sizes), strides_(strides) {}
    __host__ __device__ T &operator[](index_t i) const { return data_[strides_[0] * i]; }
    __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
    __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
    __host__ __device__ T *data() const { return data_; }

private:
    T *data_;
    const index_t *sizes_;
    const index_t *strides_;
};

// A tensor that is passed by value, with its sizes and strides.
template <typename T, size_t N, typename PtrTraits = DefaultPtrTraits, typename index_t = int64_t>
class GenericPackedTensorAccessor {
public:
    __host__ __device__ TensorAccessor<T, N - 1, PtrTraits, index_t> operator[](index_t i) const {
        return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
    __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
    __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
    __host__ __device__ T *data() const { return data_; }

private:
    T *data_;
    index_t sizes_[N];
    index_t strides_[N];
};

template <typename T, typename PtrTraits, typename index_t>
class GenericPackedTensorAccessor<T, 1, PtrTraits, index_t> {
public:
    __host__ __device__ T &operator[](index_t i) const { return data_[strides_[0] * i]; }
    __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
    __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
    __host__ __device__ T *data() const { return data_; }

private:
    T *data_;
    index_t sizes_[1];
    index_t strides_[1];
};

template <typename T, size_t N, typename PtrTraits = DefaultPtrTraits, typename index_t = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, PtrTraits, index_t>;

template <typename T, size_t N, typename PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, int32_t>;

template <typename T, size_t N, typename PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, int64_t>;

} // namespace at

namespace torch {
using namespace at;
}

#endif
