// Constructors by which objects are copied, and which do something else, however they name their class (CLASS-4).
//% verdict: unsupported

struct Alias {
    int v;
    using Self = Alias;
    __device__ Alias(int k) : v(k) {}
    __device__ Alias(const Self &o) : v(o.v + 1) {}
};
//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void by_alias(int *o) {
    Alias s(1);
    Alias t = s;
    o[0] = t.v;
}

struct Whole;
typedef const Whole &Source;
struct Whole {
    int v;
    __device__ Whole(int k) : v(k) {}
    __device__ Whole(Source o) : v(o.v + 1) {}
};
//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void by_alias_of_reference(int *o) {
    Whole s(1);
    Whole t = s;
    o[0] = t.v;
}

template <typename T>
struct Cell {
    T v;
    typedef Cell<T> self;
    __device__ Cell(T k) : v(k) {}
    __device__ Cell(const self &o) : v(o.v + 1) {}
};
//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void by_alias_in_template(int *o) {
    Cell<int> s(1);
    Cell<int> t = s;
    o[0] = t.v;
}

struct Any {
    int v;
    __device__ Any(int k) : v(k) {}
    template <typename U>
    __device__ Any(U &o) : v(o.v + 1) {}
};
//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void by_template(int *o) {
    Any s(1);
    Any t = s;
    o[0] = t.v;
}

struct Base {
    int v;
    __device__ Base(int k) : v(k) {}
    template <typename U>
    __device__ Base(const U &o) : v(o.v + 1) {}
};
struct Derived : Base {
    __device__ Derived(int k) : Base(k) {}
};
//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void of_derived(int *o) {
    Derived d(1);
    Base b = d;
    o[0] = b.v;
}
