// Two members of one unnamed type are different memory; a shared variable of one is that of all threads (CLASS-16).
//% verdict: not-verified

struct Pair {
    struct {
        float x;
    } a, b;
};

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(p);
//@ ensures p[0].b.x == 1; //~ error
__global__ void other_member(Pair *p) { p[0].a.x = 1.0f; }

//@ requires gridDim.x == 1 && 32 <= \length(a) && blockDim.x == 32;
__global__ void no_barrier(int *a) {
    __shared__ struct {
        int cells[32];
    } memory;
    memory.cells[threadIdx.x] = a[threadIdx.x]; //~ error: race
    a[threadIdx.x] = memory.cells[31 - threadIdx.x];
}
