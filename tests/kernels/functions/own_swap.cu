// The library's `swap` takes two arguments, and its `clamp` three, or four with a comparison; what takes others is the file's.
//% verdict: verified
//% verdict of compared: unsupported

#include <algorithm>

__device__ void swap(int *a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}

struct Less {
    __device__ bool operator()(int x, int y) const { return x < y; }
};

//@ requires \length(a) == 2 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures a[0] == \old(a[1]) && a[1] == \old(a[0]);
__global__ void swapped(int *a) { swap(a, 0, 1); }

//@ requires \length(a) == 1 && blockDim.x == 1 && gridDim.x == 1;
__global__ void compared(int *a) { a[0] = std::clamp(a[0], 0, 5, Less()); }
