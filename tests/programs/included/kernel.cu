// Another file includes this one, which is no program of its own.
//% put: race-free as-launched
__global__ void put(int *a, int step) { a[threadIdx.x * step] = 1; }
