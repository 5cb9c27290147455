// A linear congruential generator as a class: unsigned arithmetic that wraps on purpose.
//% verdict: safe

class Lcg {
    unsigned int state;

public:
    __device__ Lcg(unsigned int seed = 1u) : state(seed) {}
    __device__ unsigned int next() {
        //@ wraps;
        state = state * 1664525u + 1013904223u;
        return state;
    }
    __device__ float uniform() { return (next() >> 8) * (1.0f / 16777216.0f); }
};

__global__ void monteCarloPi(unsigned int *hits, int trials, unsigned int seed) {
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    Lcg rng(seed ^ tid);
    unsigned int inside = 0;
    for (int i = 0; i < trials; i++) {
        // Two statements: the order of arguments is the compiler's choice.
        float2 p;
        p.x = rng.uniform();
        p.y = rng.uniform();
        if (p.x * p.x + p.y * p.y <= 1.0f) ++inside;
    }
    hits[tid] = inside;
}
