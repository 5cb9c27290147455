// A tile of the block that is declared outside of the functions that use it.
//% verdict: verified

#define TILE 64

__shared__ int tile[TILE];

__device__ void fill(const int *in) { tile[threadIdx.x] = in[blockIdx.x * TILE + threadIdx.x]; }

//@ requires blockDim.x == TILE;
//@ requires TILE * gridDim.x <= \length(in) && TILE * gridDim.x <= \length(out);
//@ ensures \forall b, i. 0 <= b < gridDim.x && 0 <= i < TILE -> out[b * TILE + i] == in[b * TILE + TILE - 1 - i];
__global__ void reverse(const int *in, int *out) {
    fill(in);
    __syncthreads();
    out[blockIdx.x * TILE + threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}
