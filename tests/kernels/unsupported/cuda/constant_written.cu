// Constant memory that kernels write, in several ways.
//% verdict: unsupported

__constant__ int table[8];
__constant__ int limit;
__constant__ float2 centre;

__global__ void throughPointer(int n) {
    int *first = &table[0];
    if (n > 0) first[n] = 1;
}

__global__ void byName(int n) { table[threadIdx.x] = n; }

__global__ void number(int n) { limit = n; }

__global__ void ofNumber(int n) {
    int *target = &limit;
    *target = n;
}

__global__ void component(float x) { centre.x = x; }

__global__ void atomically(int n) { atomicAdd(&table[0], n); }

__global__ void copied(const int *from) { memcpy(table, from, 16); }
