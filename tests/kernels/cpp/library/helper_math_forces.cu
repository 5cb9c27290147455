// Forces on particles with the vector operators of the samples' helper header, which need not be there (PP-16).
//% verdict: verified

#include <helper_math.h>

//@ requires n <= blockDim.x * gridDim.x && n <= \length(velocity) && n <= \length(force);
//@ ensures \forall j. 0 <= j < n -> velocity[j].y == \old(velocity[j].y) + dt * force[j].y;
__global__ void kick(float3 *velocity, const float3 *force, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v = velocity[i];
    v += dt * force[i];
    velocity[i] = v;
}
