// What is undefined decides, is an address, a divisor, a mask, an operand of other lanes or atomics, or is stored.
//% verdict: refuted

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void cancelled(int *a, int n) {
    int x;
    if ((int)threadIdx.x < n) a[threadIdx.x] = x - x; //~ error: initialised
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void decides(int *a, int n) {
    bool x;
    if (x == x) //~ error: initialised
        if ((int)threadIdx.x < n) a[threadIdx.x] = 1;
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void an_address(int *a, int n) {
    unsigned x;
    if ((int)threadIdx.x < n) a[threadIdx.x + x * 0] = 1; //~ error: initialised
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void is_read_there(int *a, int n) {
    unsigned x;
    if ((int)threadIdx.x < n) a[threadIdx.x] = a[threadIdx.x + (x - x)]; //~ error: initialised
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void a_divisor(int *a, int n) {
    unsigned x;
    if ((int)threadIdx.x < n) a[threadIdx.x] = 8 / (x % 2 + 1); //~ error: initialised
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void by_others(int *a, int n) {
    int x;
    int i = threadIdx.x;
    if (i < n / 2) x = 1;
    int y = x, z = y * 2;
    if (i < n) a[i] = z; //~ error: initialised
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void decides_a_loop(int *a, int n) {
    int x;
    while (x < 3) x = 3; //~ error: initialised
    if ((int)threadIdx.x < n) a[threadIdx.x] = x;
}

//@ requires gridDim.x == 1;
__global__ void is_added(int *a) {
    int x;
    if (threadIdx.x == 1) x = 2;
    atomicAdd(a, x); //~ error: initialised
}

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void is_moved(int *a) {
    int x;
    if (threadIdx.x < 31) x = threadIdx.x;
    a[threadIdx.x] = __shfl_xor_sync(0xffffffff, x, 1); //~ error: initialised
}

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void in_a_shared_cell(int *a) {
    __shared__ int s[32];
    int x;
    if (threadIdx.x > 0) x = threadIdx.x;
    s[threadIdx.x] = x; //~ error: initialised
    a[threadIdx.x] = s[threadIdx.x];
}

//@ requires gridDim.x == 1;
__global__ void again_in_each_iteration(int *a) {
    int last = 0;
    for (int k = 0; k < 2; k++) {
        int x;
        if (k == 0) x = 5;
        last = x;
    }
    a[threadIdx.x] = last; //~ error: initialised
}
