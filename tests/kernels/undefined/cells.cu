// Shared and private cells that are all written before they are read (WARP-38).
//% verdict: safe

//@ requires blockDim.x == 32 && gridDim.x == 1;
__global__ void strided(int *o) {
    __shared__ int s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) s[i] = i;
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
__global__ void counted(int *o, const int *a, int n) {
    __shared__ int s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&s[a[i] & 63], 1);
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}

//@ requires gridDim.x == 1;
__global__ void own_in_each_iteration(int *o, int n) {
    for (int k = 0; k < n; k++) {
        int s[4];
        for (int j = 0; j < 4; j++) s[j] = k;
        o[threadIdx.x] = s[k & 3];
    }
}

__device__ void put(int *s, int i) {
    s[i] = i;
}

//@ requires gridDim.x == 1;
__global__ void by_another(int *o) {
    extern __shared__ int s[];
    put(s, threadIdx.x);
    __syncthreads();
    o[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

//@ requires gridDim.x == 1;
__global__ void by_an_address(int *o) {
    int x;
    int *p = &x;
    *p = 4;
    o[threadIdx.x] = x;
}

// Nothing becomes of the last cell: that it is written is assumed, and listed.
//@ requires blockDim.x == 32 && gridDim.x == 1;
__global__ void not_used(int *o) {
    __shared__ int s[33];
    s[threadIdx.x] = 1;
    __syncthreads();
    int next = s[threadIdx.x + 1];
    o[threadIdx.x] = threadIdx.x < 31 ? next : 0;
}
