// The stride that the kernel sees is the file's 0: that of its namespace comes later.
//
//% verdict: refuted

const int stride = 0;

namespace tables {
//@ requires \length(out) == blockDim.x && gridDim.x == 1;
__global__ void fill(int *out) { out[threadIdx.x * stride] = threadIdx.x; } //~ error: race
const int stride = 1;
}
