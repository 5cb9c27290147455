// Another file launches the kernel.
//% put: race-free as-launched
//% taken: unknown as-launched
__global__ void put(int *a, int step) { a[threadIdx.x * step] = 1; }

__global__ void taken(int *a, int step) { a[threadIdx.x * step] = 1; }
