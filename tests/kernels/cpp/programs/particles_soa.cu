// The same update on a struct of arrays.
//% verdict: safe
#include <cuda_runtime.h>

struct ParticlesSoA {
    float *__restrict__ px, *__restrict__ py, *__restrict__ pz;
    float *vx, *vy, *vz;
    int count;
};

__global__ void integrate(ParticlesSoA p, float dt) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < p.count; i += gridDim.x * blockDim.x) {
        p.px[i] += p.vx[i] * dt;
        p.py[i] += p.vy[i] * dt;
        p.pz[i] += p.vz[i] * dt;
    }
}
