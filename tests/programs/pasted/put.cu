// A macro of another file pastes the name of the function together.
//% put: unknown as-launched
__global__ void put(int *a, int step) { a[threadIdx.x * step] = 1; }

void put_gpu(int *a, int step) { put<<<1, 64>>>(a, step); }
