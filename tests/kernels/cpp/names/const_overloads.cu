// Functions that differ in `const` are told apart by what the argument lets write.
//% verdict: verified

struct S {
    int v;
    mutable int seen;
    __device__ int at() { return v; }
    __device__ int at() const { seen = 1; return v + 100; }
    __device__ int twice() const { return this->at() * 2; }
    __device__ int &slot() { return v; }
    __device__ const int &slot() const { return v; }
};

struct Holder {
    S s;
    __device__ int read() const { return s.at(); }
    __device__ int change() { return s.at(); }
};

__device__ int way(int *p) { return 1; }
__device__ int way(const int *p) { return 2; }
__device__ int bound(int &x) { return 3; }
__device__ int bound(const int &x) { return 4; }
__device__ int either(void *p) { return 5; }
__device__ int either(const void *p) { return 6; }

struct Base { int x; };
struct Middle : Base {};
struct Last : Middle {};
__device__ int kind(const Base &b) { return 7; }
__device__ int kind(const Middle &m) { return 8; }

__device__ int copy(const S s) { return s.at(); }
__device__ int seen(const S &s) { return s.at(); }
template <typename T> __device__ T first(T *p) { return p[0]; }

//@ requires \length(a) == 20 && \length(c) == 2 && \length(g) == 1 && \length(w) == 1;
//@ ensures a[0] == 101 && a[1] == 1 && a[2] == 202 && a[3] == 102 && a[4] == 2 && a[5] == 101 && a[6] == 101;
//@ ensures a[7] == 2 && a[8] == 1 && a[9] == 2 && a[10] == 3 && a[11] == 4 && a[12] == 4 && a[13] == 6 && a[14] == 5;
//@ ensures a[15] == 8 && a[16] == \old(c[0]) && a[17] == 4 && a[18] == 3;
__global__ void overloads(int *a, const int *c, const S *g, S *w) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        S s;
        s.v = 1;
        const S *p = &s;
        a[0] = p->at();
        a[1] = s.at();
        a[2] = s.twice();
        Holder h;
        h.s.v = 2;
        a[3] = h.read();
        a[4] = h.change();
        a[5] = copy(s);
        a[6] = seen(s);
        const int *q = a;
        a[7] = way(q);
        a[8] = way(a);
        a[9] = way(c);
        int x = 1;
        const int y = a[0];
        a[10] = bound(x);
        a[11] = bound(y);
        a[12] = bound(3);
        a[13] = either(c);
        a[14] = either(a);
        Last l;
        a[15] = kind(l);
        a[16] = first(c);
        a[17] = bound(g->slot());
        a[18] = bound(w->slot());
    }
}
