// A template is never the assignment of a class: for an object of the class itself that is member by member, or the one that is no template.
//% verdict: verified

template <class T> struct Scaled {
    T v;
    __device__ Scaled(T x) : v(x) {}
    template <class U> __device__ Scaled &operator=(const Scaled<U> &other) {
        v = (T)other.v * 3;
        return *this;
    }
};

struct Box {
    Scaled<int> part;
    int n;
};

//@ requires \length(o) == 3 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 9 && o[1] == 15 && o[2] == 9;
__global__ void assigned(int *o) {
    Scaled<int> own(1), other(1);
    own = Scaled<int>(9);
    o[0] = own.v;
    other = Scaled<short>(5);
    o[1] = other.v;
    Box a{own, 1}, b{other, 2};
    b = a;
    o[2] = b.part.v;
}
