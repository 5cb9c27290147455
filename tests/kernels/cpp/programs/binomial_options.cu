// Binomial option pricing: parameters of all options in constant memory as an array of structs.
//% verdict: safe
#include <cuda_runtime.h>

#define MAX_OPTIONS 1024
#define NUM_STEPS 256
typedef float real;

typedef struct {
    real S;
    real X;
    real vDt;
    real puByDf;
    real pdByDf;
} __TOptionData;

static __constant__ __TOptionData d_OptionData[MAX_OPTIONS];
__device__ real d_CallValue[MAX_OPTIONS];

__device__ inline real expiryCallValue(real S, real X, real vDt, int i) {
    real d = S * __expf(vDt * (2.0f * i - NUM_STEPS)) - X;
    return (d > 0.0F) ? d : 0.0F;
}

//@ requires blockDim.x == NUM_STEPS && gridDim.x <= MAX_OPTIONS;
__global__ void binomialOptionsKernel() {
    __shared__ real call_exchange[NUM_STEPS + 1];
    const int tid = threadIdx.x;
    const real S = d_OptionData[blockIdx.x].S;
    const real X = d_OptionData[blockIdx.x].X;
    const real vDt = d_OptionData[blockIdx.x].vDt;
    const real puByDf = d_OptionData[blockIdx.x].puByDf;
    const real pdByDf = d_OptionData[blockIdx.x].pdByDf;
    real call = expiryCallValue(S, X, vDt, tid);
    if (tid == 0) call_exchange[NUM_STEPS] = expiryCallValue(S, X, vDt, NUM_STEPS);
    for (int i = NUM_STEPS; i > 0; --i) {
        call_exchange[tid] = call;
        __syncthreads();
        real up = call_exchange[tid + 1];
        __syncthreads();
        call = puByDf * up + pdByDf * call;
    }
    if (tid == 0) d_CallValue[blockIdx.x] = call;
}
