// Rotation by quaternions: operators as friends of the class, conversion to float3.
//% verdict: safe
#include <cuda_runtime.h>

struct Quat {
    float w, x, y, z;
    __device__ operator float3() const { return make_float3(x, y, z); }
    __device__ Quat conj() const { return {w, -x, -y, -z}; }
    friend __device__ Quat operator*(const Quat &a, const Quat &b) {
        return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    }
};

__device__ float3 rotate(const Quat &q, float3 v) {
    Quat p = {0.0f, v.x, v.y, v.z};
    return q * p * q.conj();
}

__global__ void rotateAll(float3 *v, int n, Quat q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = rotate(q, v[i]);
}
