// A macro of a header names the function: who includes it may call it by way of it.
//% put: racy as-launched
#include "put.h"

__global__ void put(int *a, int step) { a[threadIdx.x * step] = 1; }

void put_gpu(int *a, int step) { put<<<1, 64>>>(a, step); }
