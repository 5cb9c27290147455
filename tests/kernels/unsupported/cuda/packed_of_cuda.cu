// CUDA's function of the name has no signature here, and the file's fits less than exactly (LOOKUP-17).
//% verdict: unsupported

__device__ unsigned __vaddus4(int x, int y) { return 79; }

__global__ void packed(int *c) { c[0] = __vaddus4(1u, 2u); }
