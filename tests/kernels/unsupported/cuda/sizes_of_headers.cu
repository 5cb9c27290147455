// Our own texts of headers do not say how large their structs are in CUDA: who asks is told so.
//% verdict: unsupported

#include <cub/cub.cuh>
#include <curand_kernel.h>

__global__ void ofState(int *out) { out[threadIdx.x] = sizeof(curandState); }

__global__ void ofStorage(int *out) {
    out[threadIdx.x] = sizeof(cub::BlockReduce<float, 128>::TempStorage);
}
