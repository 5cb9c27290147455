// Threads that draw from the state of their block race, and a uniform number may be 1.
//% verdict: not-verified
#include <curand_kernel.h>

//@ requires gridDim.x * blockDim.x <= \length(states);
__global__ void ofBlock(curandState *states, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState own = states[blockIdx.x]; //~ error: race
    out[i] = curand_uniform(&own);
    states[blockIdx.x] = own; //~ error: race
}

//@ requires n <= \length(states) && n <= \length(out) && n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> 0 <= out[i] && out[i] < 6; //~ error: ensures
__global__ void dice(curandState *states, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (int)(6.0f * curand_uniform(&states[i]));
}
