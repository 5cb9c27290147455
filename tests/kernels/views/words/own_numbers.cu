// A class that looks at itself as numbers, also where it is an element of an array in shared memory.
//% verdict: verified

struct Triple {
    int a, b, c;
    __device__ int sum() const {
        const int *own = (const int *)this;
        return own[0] + own[1] + own[2];
    }
    __device__ void set(int at, int value) { ((int *)this)[at] = value; }
};

//@ requires blockDim.x == 32 && 32 * gridDim.x <= \length(in) && 32 * gridDim.x <= \length(out);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < 32 ->
//@     out[32 * b + t] == 2 * in[32 * b + (t + 1) % 32] + 3;
__global__ void sums(const int *in, int *out) {
    __shared__ Triple triples[32];
    Triple &own = triples[threadIdx.x];
    own.set(0, in[32 * blockIdx.x + threadIdx.x]);
    own.set(1, own.a);
    own.set(2, 0);
    __syncthreads();
    Triple next = triples[(threadIdx.x + 1) % 32];
    next.set(2, 3);
    out[32 * blockIdx.x + threadIdx.x] = next.sum();
}
