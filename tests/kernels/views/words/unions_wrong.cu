// Members of a union share their memory: what is written to one changes the others (MEM-34).
//% verdict: not-verified

union Pair {
    int number;
    short parts[2];
};

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(out);
//@ ensures out[0] == 7; //~ error
__global__ void not_kept(int *out) {
    Pair p;
    p.number = 7;
    p.parts[1] = 1;
    out[0] = p.number;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(out);
//@ ensures out[0] == x; //~ error
__global__ void bits_of_floats(int *out, int x) {
    union {
        float f;
        int i;
    } u;
    u.f = (float)x;
    out[0] = u.i;
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(a);
__global__ void racing(int *a) {
    __shared__ union {
        int whole[16];
        short parts[32];
    } memory;
    if (threadIdx.x < 16) memory.whole[threadIdx.x] = a[threadIdx.x]; //~ error: race
    a[threadIdx.x] = memory.parts[threadIdx.x];
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(a) && n == 2;
__global__ void beyond(int *a, int n) {
    Pair p;
    p.number = 0;
    a[0] = p.parts[n]; //~ error: bounds
}
