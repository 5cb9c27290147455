// What the member that hides the one of the base class would make true.
//% verdict: refuted

struct Base {
    int x;
    typedef int Mark;
    __device__ int get() const { return x; }
    __device__ void put(int v) { x = v; }
};

struct Derived : Base {
    typedef Base Super;
    __device__ int get() const { return x + 100; }
    __device__ void put(int v) { x = v + 1000; }
    __device__ int below() const { return this->Base::get(); }
    __device__ int super() const { return this->Super::get() + Super::get(); }
};

template <typename T>
struct Wrap : T {
    __device__ int get() const { return this->T::get() + 7; }
};

//@ requires \length(a) == 8 && \length(g) == 2;
//@ ensures a[0] == 101 && a[1] == 101 && a[2] == 101 && a[3] == 202 && a[4] == 101 && a[5] == 108 && a[6] == 1 && a[7] == 5; //~ error: ensures
__global__ void members(int *a, Derived *g) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Derived d;
        d.x = 1;
        a[0] = d.Base::get();
        a[1] = d.get();
        a[2] = d.below();
        a[3] = d.super();
        Wrap<Derived> w;
        w.x = 1;
        a[4] = w.Derived::get();
        a[5] = w.get();
        Derived *p = &d;
        a[6] = p->Base::get();
        g[0].Base::put(5);
        a[7] = g[0].Base::x;
    }
}
