// Constructors of base classes: called, inherited, and run by what the compiler makes; constructors that call others.
//% verdict: verified

struct Counter {
    int count;
    __device__ Counter() : count(3) {}
    __device__ explicit Counter(int first) : count(first) {}
};

struct Base {
    Counter counter;
    int other;
    __device__ Base(int first) : other(first + 1) { counter.count = first; }
    __device__ Base(int first, int second) : Base(first) { other = second; }
    __device__ Base() : Base{10, 20} {}
};

// The members of the base class are made once.
struct Derived : Base {
    __device__ Derived() : Base(5) {}
};

struct Inheriting : Base {
    using Base::Base;
    int more = 7;
};

struct Implicit : Base {
    Counter own;
};

struct Filled {
    int value = 4;
};

struct Further : Filled {
    int own;
};

struct Outer {
    Counter inner;
    __device__ Outer() {}
};

template <typename T> struct Twice {
    T value;
    __device__ Twice(T value) : value(value) {}
    __device__ Twice(T a, T b) : Twice(a + b) {}
};

//@ requires \length(out) == 10;
//@ ensures out[0] == 5 && out[1] == 6 && out[2] == 1 && out[3] == 2 && out[4] == 7;
//@ ensures out[5] == 10 && out[6] == 20 && out[7] == 6 && out[8] == 9 && out[9] == 4;
__global__ void construct(int *out) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    Derived derived;
    out[0] = derived.counter.count;
    out[1] = derived.other;
    Inheriting inheriting(1, 2);
    out[2] = inheriting.counter.count;
    out[3] = inheriting.other;
    out[4] = inheriting.more;
    Implicit implicit, filled{};
    out[5] = implicit.counter.count;
    out[6] = filled.other;
    Outer several[2];
    out[7] = several[1].inner.count + implicit.own.count;
    Further made{};
    out[9] = made.value;
    out[8] = Twice<int>(4, 5).value;
}
