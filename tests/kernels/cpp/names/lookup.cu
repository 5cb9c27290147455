// Which function a name means: what is declared before the call, what `using` brings in, what stands beside the classes of the
// arguments (LOOKUP-1).
//% verdict: verified

__device__ int early(int) { return 1; }
__device__ int calls_early(short t) { return early(t); }
__device__ int early(short) { return 2; }
__device__ int calls_both(short t) { return early(t); }

__device__ int declared(short);
__device__ int declared(long) { return 3; }
__device__ int calls_declared(short t) { return declared(t); }
__device__ int declared(short) { return 4; }

__device__ int plain() { return 5; }
namespace A {
    __device__ int plain() { return 6; }
    __device__ int opened(int) { return 7; }
    struct S { int v; };
    __device__ int beside(S, int) { return 8; }
    __device__ int value(const S &s) { return s.v; }
    __device__ int operator+(const S &a, const S &b) { return a.v + b.v; }
}
__device__ int opened(long) { return 9; }
using namespace A;
__device__ int beside(A::S, long) { return 10; }
__device__ int value(int) { return 11; }

namespace B {
    __device__ int named(int) { return 12; }
    inline namespace v1 { __device__ int inner(int) { return 13; } }
    __device__ int inner(long) { return 14; }
    __device__ int calls_inner() { return inner(1); }
}
__device__ int named(long) { return 15; }
using B::named;

__device__ int outer(int) { return 16; }
struct C {
    __device__ int outer(double) { return 17; }
    __device__ int qualified() { return ::outer(1); }
    __device__ int own() { return outer(1); }
    __device__ int later() { return defined_below(); }
    __device__ int defined_below() { return 18; }
};

template <class T> __device__ int generic(T) { return 19; }
__device__ int generic(short) { return 20; }

template <class T> __device__ int calls_beside(const T &t) { return found_late(t); }
namespace A {
    __device__ int found_late(const S &s) { return 21; }
}

//@ requires \length(a) == 19;
//@ ensures a[0] == 1 && a[1] == 2 && a[2] == 4 && a[3] == 6 && a[4] == 7 && a[5] == 8 && a[6] == 30 && a[7] == 12;
//@ ensures a[8] == 13 && a[9] == 16 && a[10] == 17 && a[11] == 18 && a[12] == 19 && a[13] == 20 && a[14] == 21;
//@ ensures a[15] == 60 && a[16] == 5 && a[17] == 11 && a[18] == 9;
__global__ void names(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a[0] = calls_early(3);
        a[1] = calls_both(3);
        a[2] = calls_declared(3);
        {
            using A::plain;
            a[3] = plain();
        }
        a[4] = opened(1);
        A::S s;
        s.v = 30;
        a[5] = beside(s, 1);
        a[6] = value(s);
        a[7] = named(1);
        a[8] = B::calls_inner() + B::inner(1) - B::v1::inner(1);
        C c;
        a[9] = c.qualified();
        a[10] = c.own();
        a[11] = c.later();
        short t = 1;
        a[12] = generic<>(t);
        a[13] = generic(t);
        a[14] = calls_beside(s);
        a[15] = s + s;
        a[16] = ::plain();
        a[17] = value(1);
        a[18] = ::opened(1L);
    }
}
