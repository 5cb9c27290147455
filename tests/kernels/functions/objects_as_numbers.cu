// Objects as arguments of CUDA's functions are the numbers that their classes convert to.
//% verdict: verified

struct Count {
    __device__ constexpr operator unsigned long() const { return 8; }
};

struct Wrapped {
    int value;
    __device__ operator int() const { return value; }
};

//@ requires \length(a) == 4 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures a[0] == \old(a[2]) && a[1] == \old(a[3]);
__global__ void copied(int *a) { memcpy(a, a + 2, Count{}); }

//@ requires \length(a) == 1 && a[0] == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures a[0] == 3;
__global__ void added(int *a) { atomicAdd(a, Wrapped{2}); }
