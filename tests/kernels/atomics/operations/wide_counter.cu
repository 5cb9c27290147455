// 64-bit counters, updated in the system's scope.
//% verdict: verified

//@ ensures *total == \old(*total) + 3 * blockDim.x * gridDim.x;
__global__ void count(unsigned long long *total) { atomicAdd_system(total, 3ULL); }
