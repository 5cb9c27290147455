// The tile outside of the functions is one for the whole block: without a barrier two threads meet in it.
//% verdict: refuted

#define TILE 64

__shared__ int tile[TILE];

__device__ void fill(const int *in) { tile[threadIdx.x] = in[blockIdx.x * TILE + threadIdx.x]; } //~ error: race

//@ requires blockDim.x == TILE;
//@ requires TILE * gridDim.x <= \length(in) && TILE * gridDim.x <= \length(out);
__global__ void reverse(const int *in, int *out) {
    fill(in);
    out[blockIdx.x * TILE + threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}
