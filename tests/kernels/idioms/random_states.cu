// Monte Carlo with the states of curand: each thread has its own, works on a copy and puts it back. What is drawn is any number of its range.
//% verdict: verified
//% verdict of seeded: safe
//% verdict of walk: safe
#include <curand_kernel.h>

//@ requires n <= \length(states);
__global__ void seeded(curandState *states, unsigned long long seed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) curand_init(seed, i, 0, &states[i]);
}

// A quarter of a circle: each draw hits it or not.
//@ requires n <= \length(states) && n <= \length(hits) && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> hits[i] == 0 || hits[i] == 1;
__global__ void darts(curandState *states, int *hits, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    curandState own = states[i];
    float x = curand_uniform(&own);
    float y = curand_uniform(&own);
    states[i] = own;
    hits[i] = x * x + y * y < 1.0f ? 1 : 0;
}

// A die from a uniform number, which is never 0.
//@ requires n <= \length(states) && n <= \length(out) && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0.0 < out[i] && out[i] <= 6.0;
__global__ void scaled(curandStatePhilox4_32_10_t *states, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 6.0f * curand_uniform(&states[i]);
}

// A step of a walk in the plane.
__global__ void walk(float2 *position, curandState *states, int n, float step) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float2 d = curand_normal2(states + i);
        position[i].x += step * d.x;
        position[i].y += step * d.y;
    }
}
