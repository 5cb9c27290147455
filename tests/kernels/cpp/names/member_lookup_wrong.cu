// What a class that looks at its own members alone, or into all of its base classes, would make true.
//% verdict: refuted

struct Base {
    __device__ int f(int) { return 1; }
    __device__ int same(int) { return 2; }
};
struct Uses : Base {
    using Base::f;
    using Base::same;
    __device__ int f(char) { return 3; }
    __device__ int same(int) { return 4; }
};
struct Hides : Base {
    __device__ int f(char) { return 5; }
};

__device__ int n() { return 6; }
struct HasN {
    __device__ int n() { return 8; }
    __device__ int m() { return 9; }
};
template <class B>
struct Mix : B {
    using B::m;
    __device__ int h() { return n(); }
    __device__ int own() { return this->n() + m(); }
};
template <class B>
struct Says : B {
    using B::n;
    __device__ int h() { return n(); }
};

template <class T>
struct Cell { T v; };
struct Number : Cell<int> {};
template <class T> __device__ T get(const Cell<T> &p) { return p.v; }
template <class T> __device__ T take(Cell<T> p) { return p.v + 1; }

//@ requires \length(a) == 10;
//@ ensures a[0] == 3 && a[1] == 3 && a[2] == 4 && a[3] == 5 && a[4] == 8 && a[5] == 17 && a[6] == 8 && a[7] == 30 && a[8] == 31; //~ error: ensures
__global__ void members(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Uses e;
        a[0] = e.f(1);
        a[1] = e.f('c');
        a[2] = e.same(1);
        Hides h;
        a[3] = h.f(1);
        Mix<HasN> m;
        a[4] = m.h();
        a[5] = m.own();
        Says<HasN> s;
        a[6] = s.h();
        Number d;
        d.v = 30;
        a[7] = get(d);
        a[8] = take(d);
    }
}
