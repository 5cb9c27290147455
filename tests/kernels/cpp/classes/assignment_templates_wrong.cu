// An object of the class itself is not assigned by the template.
//% verdict: refuted

template <class T> struct Scaled {
    T v;
    __device__ Scaled(T x) : v(x) {}
    template <class U> __device__ Scaled &operator=(const Scaled<U> &other) {
        v = (T)other.v * 3;
        return *this;
    }
};

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 27; //~ error: ensures
__global__ void assigned(int *o) {
    Scaled<int> own(1);
    own = Scaled<int>(9);
    o[0] = own.v;
}
