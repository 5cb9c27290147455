// Shared memory of any type by a class template with one specialisation for each type, none of which the primary is (TEMPLATE-18).
//% verdict: verified

template <typename T>
struct SharedBuffer {
    __device__ T *data() {
        extern __device__ void no_such_type(void);
        no_such_type();
        return nullptr;
    }
};

template <>
struct SharedBuffer<float> {
    __device__ float *data() {
        extern __shared__ float buffer_float[];
        return buffer_float;
    }
};

template <>
struct SharedBuffer<int> {
    __device__ int *data() {
        extern __shared__ int buffer_int[];
        return buffer_int;
    }
};

// What is left out is the default; that stands at the declaration.
template <typename T, int Step = 1>
struct Scale;

template <typename T, int Step>
struct Scale {
    static __device__ T by(T x) { return x * (T)Step; }
};

template <>
struct Scale<float> {
    static __device__ float by(float x) { return x + 3.0f; }
};

namespace math {
template <typename T>
struct Unit {
    static __device__ T value() { return (T)1; }
};
}

// Named from outside of its namespace.
template <>
struct math::Unit<float> {
    static __device__ float value() { return 2.0f; }
};

// For pointers.
template <typename T>
struct math::Unit<T *> {
    static __device__ T value() { return (T)7; }
};

template <typename T>
__global__ void reversed(T *out, const T *in) {
    //@ requires gridDim.x == 1 && \length(out) == 64 && \length(in) == 64 && blockDim.x == 64;
    //@ ensures \forall j. 0 <= j < 64 -> out[j] == in[63 - j];
    SharedBuffer<T> memory;
    T *buffer = memory.data();
    buffer[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = buffer[63 - threadIdx.x];
}
template __global__ void reversed<float>(float *, const float *);
template __global__ void reversed<int>(int *, const int *);

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(y) == 6;
//@ ensures y[0] == x + 3 && y[1] == 2 * x && y[2] == 2 && y[3] == 7 && y[4] == 1 && y[5] == 5;
__global__ void chosen(float *y, float x) {
    y[0] = Scale<float>::by(x);
    y[1] = Scale<float, 2>::by(x);
    y[2] = math::Unit<float>::value();
    y[3] = math::Unit<float *>::value();
    y[4] = math::Unit<double>::value();
    y[5] = Scale<short, 5>::by(1);
}
