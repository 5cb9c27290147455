// `volatile` that a name, a member or a function brings along: no run may call these a race (ATOMIC-3, ATOMIC-23).
//% verdict: safe
//% known: unknown -- proofs know nothing of it
//% known races: unknown -- likewise

typedef volatile int vint;
struct Flag { volatile int raised; };
__device__ volatile int &at(int *p) { return *p; }

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void by_typedef(vint *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { *data = 42; __threadfence(); *flag = 1; }
    if (blockIdx.x == 1 && threadIdx.x == 0) { while (*flag == 0) ; __threadfence(); *out = *data; }
}

//@ requires gridDim.x == 2 && f[0].raised == 0;
__global__ void by_member(Flag *f, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { *data = 42; __threadfence(); f->raised = 1; }
    if (blockIdx.x == 1 && threadIdx.x == 0) { while (f->raised == 0) ; __threadfence(); *out = *data; }
}

//@ requires gridDim.x == 2 && *flag == 0;
__global__ void by_function(int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { *data = 42; __threadfence(); at(flag) = 1; }
    if (blockIdx.x == 1 && threadIdx.x == 0) { while (at(flag) == 0) ; __threadfence(); *out = *data; }
}
