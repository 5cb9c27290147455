// Specialisations of single member functions are not modelled: the template's body is not taken for them.
//% verdict: unsupported

template <typename T>
struct Scale {
    __device__ T apply(T x) const { return x; }
};

template <>
__device__ float Scale<float>::apply(float x) const { return 2.0f * x; }

__global__ void scaled(float *a) {
    Scale<float> scale;
    a[threadIdx.x] = scale.apply(a[threadIdx.x]);
}
