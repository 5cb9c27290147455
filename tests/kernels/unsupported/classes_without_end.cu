// A class that contains itself, and instances that contain ever more of each other.
//
//% verdict: unsupported
//% verdict of other: verified

struct S { int v; S s; };
struct A;
struct B { A *a; A again[2]; };
struct A { B b; };
template <class T> struct W { T first; T second; };
template <class T> __device__ int deep(T x) { return deep(W<T>{}); }

__global__ void itself(int *a, S s) { a[0] = s.v; }
__global__ void doubled(int *a) { a[0] = deep(1); }

//@ requires \length(a) == 1;
//@ ensures a[0] == 1;
__global__ void other(int *a) {
    if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1;
}
