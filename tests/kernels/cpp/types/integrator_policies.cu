// Policies as template template-free classes: integrator and force chosen at compile time.
//% verdict: safe
#include <cuda_runtime.h>

struct Spring {
    float k;
    __device__ float operator()(float x) const { return -k * x; }
};

template <class Force>
struct Verlet {
    Force force;
    __device__ float2 operator()(float2 s, float dt) const {
        float v = s.y + 0.5f * dt * force(s.x);
        s.x += dt * v;
        s.y = v + 0.5f * dt * force(s.x);
        return s;
    }
};

template <class Integrator>
__global__ void simulate(float2 *states, Integrator step, int n, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 s = states[i];
    for (int t = 0; t < steps; ++t) s = step(s, dt);
    states[i] = s;
}

template __global__ void simulate<Verlet<Spring>>(float2 *, Verlet<Spring>, int, int, float);
