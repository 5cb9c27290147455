// What contracts of functions cannot have.
//% verdict: unsupported

//@ ensures \result >= 0;
__device__ int draw(int *a) { return atomicAdd(a, 1); }

//@ ghost int m;
//@ ensures \result == m;
__device__ int same(int x) { return x; }

//@ ensures x == 3;
__device__ void set(int &x) { x = 3; }

__global__ void drawn(int *a) { draw(a); }
__global__ void ghost(int *a) { a[0] = same(3); }
__global__ void reference(int *a) { int x = 0; set(x); }
