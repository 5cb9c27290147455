// Cells that nobody has written: what is read there matters, also where it cancels (WARP-33, WARP-38).
//% verdict: refuted

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 32 -> o[i] == 0;
__global__ void never(int *o) {
    __shared__ int s[32];
    o[threadIdx.x] = s[1] - s[1]; //~ error: initialised
}

//@ requires gridDim.x == 1;
__global__ void decides(int *o) {
    extern __shared__ int s[];
    if (s[0] || !s[0]) o[threadIdx.x] = 1; //~ error: initialised
}

//@ requires blockDim.x == 1 && gridDim.x == 1 && \length(o) == 1;
__global__ void is_an_address(int *o) {
    int s[2];
    o[s[0] * 0] = 1; //~ error: initialised
}

struct Parts {
    int a[2];
    int b;
};

//@ requires gridDim.x == 1;
__global__ void of_a_struct(int *o) {
    __shared__ Parts p[2];
    if (threadIdx.x == 0) p[0].a[0] = 1;
    o[threadIdx.x] = p[0].b - p[0].b; //~ error: initialised
}

union Bits {
    int i;
    float f;
};

//@ requires gridDim.x == 1;
__global__ void of_a_union(int *o) {
    Bits u;
    o[threadIdx.x] = u.i - u.i; //~ error: initialised
}

//@ requires gridDim.x == 1;
__global__ void by_an_address(int *o) {
    int x;
    int *p = &x;
    p++;
    p--;
    o[threadIdx.x] = p[0] - p[0]; //~ error: initialised
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 32 -> o[i] == 0;
__global__ void others_are_written(int *o) {
    __shared__ int s[32];
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    o[threadIdx.x] = s[1] - s[1]; //~ error: initialised
}

//@ requires gridDim.x == 1;
__global__ void not_cleared(int *o, const int *a) {
    __shared__ int s[64];
    atomicAdd(&s[a[threadIdx.x] & 63], 1); //~ error: initialised
}

//@ requires gridDim.x == 1;
__global__ void of_another_iteration(int *o, int n) {
    for (int k = 0; k < n; k++) {
        int s[4];
        if (k == 0)
            for (int j = 0; j < 4; j++) s[j] = k;
        o[threadIdx.x] = s[k & 3]; //~ error: initialised
    }
}

__device__ int sometimes(int t) {
    if (t > 3) return 1;
}

//@ requires gridDim.x == 1;
__global__ void not_returned(int *o) {
    int x = sometimes(threadIdx.x);
    o[threadIdx.x] = x - x; //~ error: initialised
}
