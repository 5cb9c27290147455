// Virtual functions are not modelled.
//% verdict: unsupported

struct Op {
    __device__ virtual float apply(float v) const { return v; }
};

__global__ void dispatch(float *a) {
    Op op;
    a[threadIdx.x] = op.apply(a[threadIdx.x]);
}
