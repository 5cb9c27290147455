// A pointer to `const` is a pointer, too, of which the type it points to is not kept.
//% verdict: unsupported

template <class T>
struct Kind {
    static __device__ int of() { return 1; }
};
template <class T>
struct Kind<T *> {
    static __device__ int of() { return 2; }
};

__global__ void ofPointer(int *out) { out[threadIdx.x] = Kind<const float *>::of(); }

template <class T, class U>
struct Pair {
    static __device__ int of() { return 1; }
};
template <class T>
struct Pair<T *, T *> {
    static __device__ int of() { return 2; }
};

__global__ void ofPointers(int *out) { out[threadIdx.x] = Pair<const float *, const float *>::of(); }
